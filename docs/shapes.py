"""Draw docs/shapes.png: two pages of puzzles, one of each ready shape and some of letters and drawings."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from puzzlegen.api import render
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.config.generation import ShapeConfig
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import PuzzleRequest

HERE = Path(__file__).parent
CELL, GAP = 150, 14  # pixels: the picture of a puzzle, and the paper around it
ACROSS, DOWN = 4, 3
GROUND = 215  # the table on which the pages lie
CAT = """#.....##
##...##.
########
#######.
###.####
########
.##..###"""
CHOICES = [
    *((ShapeConfig(name=name), Grid(12, 12)) for name in SHAPES),
    *(
        (ShapeConfig(text=text), size)
        for text, size in (("25", Grid(22, 14)), ("A", Grid(15, 14)), ("?", Grid(15, 14)))
    ),
    (ShapeConfig(drawing=CAT), Grid(8, 8)),
    (ShapeConfig(drawing=CAT), Grid(16, 16)),
    (ShapeConfig(name="heart"), Grid(12, 11, MOSAIC)),
]


def puzzle(choice: ShapeConfig, size: Grid, folder: Path) -> Image.Image:
    """Draw one puzzle in a square."""
    grid = choice.on(size)
    request = PuzzleRequest(grid, f"shapes/{choice}/{size}", 2, density=grid.variant.usual_density)
    path = folder / "puzzle.png"
    render(make_puzzle(request).graded, path, width=4 * CELL)
    with Image.open(path) as drawn:
        picture = drawn.convert("L")
        square = Image.new("L", (4 * CELL, 4 * CELL), 255)
        square.paste(picture, (0, (square.height - picture.height) // 2))
        return square.resize((CELL, CELL), Image.Resampling.LANCZOS)


def main() -> None:
    """Draw the two pages."""
    wide, high = ACROSS * (CELL + GAP) + GAP, DOWN * (CELL + GAP) + GAP
    sheet = Image.new("L", (2 * wide + 3 * GAP, high + 2 * GAP), GROUND)
    with TemporaryDirectory() as folder:
        for number, (choice, size) in enumerate(CHOICES):
            page, place = divmod(number, ACROSS * DOWN)
            left = GAP + page * (wide + GAP)
            if place == 0:
                sheet.paste(255, (left, GAP, left + wide, GAP + high))
            row, col = divmod(place, ACROSS)
            at = (left + GAP + col * (CELL + GAP), 2 * GAP + row * (CELL + GAP))
            sheet.paste(puzzle(choice, size, Path(folder)), at)
    sheet.quantize(16).save(HERE / "shapes.png", optimize=True)


if __name__ == "__main__":
    main()
