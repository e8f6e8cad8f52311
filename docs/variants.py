"""Draw docs/variants.png: a puzzle of each variant, in which one clue proves all the cells that it counts."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from puzzlegen.api import render

HERE = Path(__file__).parent
SIDE, GAP = 300, 20  # pixels: the picture of a puzzle, and the paper around it
ACROSS = 3
# Those that open the sections of a book (templates/en/section-*.md); of minesweeper the one of easy puzzles
PUZZLES = (
    "5x4:a3b214b2e0a1a0",
    "mosaic:4x4:a2e4b76a2b",
    "orthogonal:5x5:a1g1b0b03g2",
    "knight:5x5:d0b1c404j1",
    "wrap-around:5x5:0b0g0g3e",
    "hexagonal:5x5:a2b2b5c6f3b2b0",
)


def first_step(puzzle: str, folder: Path) -> Image.Image:
    """Draw a puzzle after its first step, in a square."""
    path = folder / "puzzle.png"
    kind = puzzle.partition(":")[0] if puzzle[0].isalpha() else "minesweeper"
    render(puzzle, path, width=2 * SIDE, steps="1", caption=kind)
    with Image.open(path) as drawn:
        picture = drawn.convert("L")
        square = Image.new("L", (2 * SIDE, max(2 * SIDE, picture.height)), 255)
        square.paste(picture, (0, square.height - picture.height))
        return square.resize((SIDE, SIDE * square.height // square.width), Image.Resampling.LANCZOS)


def main() -> None:
    """Draw the rows of pictures."""
    with TemporaryDirectory() as folder:
        pictures = [first_step(puzzle, Path(folder)) for puzzle in PUZZLES]
    high = max(picture.height for picture in pictures)
    sheet = Image.new("L", (ACROSS * (SIDE + GAP) + GAP, len(PUZZLES) // ACROSS * (high + GAP) + GAP), 255)
    for number, picture in enumerate(pictures):
        down, right = divmod(number, ACROSS)
        sheet.paste(picture, (GAP + right * (SIDE + GAP), (down + 1) * (high + GAP) - picture.height))
    sheet.save(HERE / "variants.png", optimize=True)


if __name__ == "__main__":
    main()
