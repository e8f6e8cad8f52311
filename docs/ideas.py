"""Draw docs/ideas.png, a puzzle of each idea, and write the table of ideas into docs/ideas.md."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image, ImageDraw

from puzzlegen.api import generate, render
from puzzlegen.board.ideas import IDEAS, Idea, parse_idea
from puzzlegen.language.catalogue import load

HERE = Path(__file__).parent
SIDE, GAP = 300, 22  # pixels: the picture of a puzzle, and the paper around it
ACROSS = 4
_TABLE = re.compile(r"(?m)^\| idea \|.*\n(?:\|.*\n)*")


def drawn(name: str, folder: Path) -> Image.Image:
    """Draw a puzzle of an idea with its title, and with the lines between its boxes as in print."""
    words, path = load("en").idea(parse_idea(name)), folder / "puzzle.png"
    size = "9x9" if IDEAS[name].boxes else "10x10"
    puzzle = generate(size, difficulty="easy", idea=name, seed="docs").puzzle
    render(puzzle, path, width=SIDE, scale=2, caption=words.title if words else "")
    with Image.open(path) as read:
        picture = read.convert("L")
    if IDEAS[name].boxes:
        dark = np.asarray(picture) < 192
        (left, *_, right), (top, *_, bottom) = (np.flatnonzero(dark.mean(axis) > 0.7).tolist() for axis in (0, 1))
        pen = ImageDraw.Draw(picture)
        for share in (part / 3 for part in range(1, 3)):
            x, y = left + round((right - left) * share), top + round((bottom - top) * share)
            pen.line([(x, top), (x, bottom)], 0, 5)
            pen.line([(left, y), (right, y)], 0, 5)
    return picture.resize((SIDE, SIDE * picture.height // picture.width), Image.Resampling.LANCZOS)


def draw_all() -> None:
    """Draw the rows of pictures."""
    with TemporaryDirectory() as folder:
        pictures = [drawn(name, Path(folder)) for name in IDEAS]
    high, rows = max(picture.height for picture in pictures), -(-len(pictures) // ACROSS)
    sheet = Image.new("L", (ACROSS * (SIDE + GAP) + GAP, rows * (high + GAP) + GAP), 255)
    for number, picture in enumerate(pictures):
        down, right = divmod(number, ACROSS)
        sheet.paste(picture, (GAP + right * (SIDE + GAP), GAP + down * (high + GAP)))
    sheet.quantize(16).save(HERE / "ideas.png", optimize=True)


def row(idea: Idea) -> str:
    """Return the row of an idea in the table."""
    shortest, longest = idea.sides
    sizes = f"{shortest}x{shortest}" + f" to {longest}x{longest}" * (longest > shortest)
    kinds = ", ".join(idea.kinds)
    return f"| `{idea.name}` | {idea.meaning} | {kinds} | {sizes} | {idea.difficulties[0]} to {idea.difficulties[-1]} |"


def table() -> str:
    """Return the table of ideas as Markdown."""
    return "\n".join(
        [
            "| idea | what the clues show | kinds | sizes | difficulties |",
            "|---|---|---|---|---|",
            *map(row, IDEAS.values()),
        ]
    )


def main() -> None:
    """Write the picture and the table."""
    page = HERE / "ideas.md"
    page.write_text(_TABLE.sub(lambda _: table() + "\n", page.read_text(encoding="utf-8")), encoding="utf-8")
    draw_all()


if __name__ == "__main__":
    main()
