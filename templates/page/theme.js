// Shows the page in a color scheme, whatever that of the system is. `condition` takes the place of the system's in the styles;
// other conditions beside it stay as they are.
const setTheme = (scheme, condition) => {
  document.documentElement.style.colorScheme = scheme;
  for (const { media } of document.styleSheets[0].cssRules)
    if (media) media.mediaText = media.mediaText.replace(/\((prefers-color|width).*?\)/, condition);
};
