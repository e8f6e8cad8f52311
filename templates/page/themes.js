// The color schemes of a page, each with the condition of dark styles under it: never, or always.
const THEMES = { light: ["light", "(width: 0px)"], dark: ["dark", "(width)"] };
