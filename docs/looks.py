"""Draw what the names of palettes, fronts, themes and layouts stand for: docs/looks-*.png, which docs/looks.md shows.

python docs/looks.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pypdfium2
from covers import front
from PIL import Image, ImageDraw, ImageFont

from puzzlegen.api import render
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER
from puzzlegen.board.shape_cells import board_of, ready_cells
from puzzlegen.board.spec import RULES, PuzzleSpec
from puzzlegen.book.design import load_design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.config.book import CoverConfig
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.config.palettes import load_palettes
from puzzlegen.config.themes import theme_names
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.batch import generate_book
from puzzlegen.generator.requests import request_for
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_local_pool

HERE = Path(__file__).parent
GAP, LABEL, TYPE = 16, 24, 15  # pixels
GROUND, INK = (236, 236, 236), (20, 20, 20)
COVER = """
title: Quiet Minefields
subtitle: For pencil and paper
author: The Pencil Press
series: looks
page: {{trim: 6x9}}
sections: [{{name: One, count: 60, size: 10x10, difficulty: easy}}]
cover: {{make: yes, layout: {layout}, palette: {palette}}}
"""
PAGES = """
title: Quiet Minefields
series: looks
theme: {theme}
page: {{trim: 6x9}}
sections: [{{name: First Steps, count: 2, size: 8x8, difficulty: easy, per_page: 1}}]
"""


def labelled(pictures: Sequence[tuple[str, Image.Image]], across: int) -> Image.Image:
    """Arrange pictures of one size in rows, each above its name."""
    wide, high = (max(one.size[side] for _, one in pictures) for side in (0, 1))
    rows = -(-len(pictures) // across)
    sheet = Image.new("RGB", (across * (wide + GAP) + GAP, rows * (high + LABEL + GAP) + GAP), GROUND)
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(default_fonts().file("regular")), TYPE)
    for number, (name, one) in enumerate(pictures):
        row, column = divmod(number, across)
        x, y = GAP + column * (wide + GAP), GAP + row * (high + LABEL + GAP)
        sheet.paste(one, (x + (wide - one.width) // 2, y + high - one.height))
        draw.text((x + wide / 2, y + high + 3), name, fill=INK, font=font, anchor="ma")
    return sheet


def fronts(keys: Iterable[tuple[str, str, str]], width: int, folder: Path) -> list[tuple[str, Image.Image]]:
    """Draw a front for each name with its layout and palette."""
    return [
        (name, front(loads_book(COVER.format(layout=layout, palette=palette)), 3 * width / 6, folder).reduce(3))
        for name, layout, palette in keys
    ]


def theme_page(theme: str, folder: Path) -> Image.Image:
    """Draw the first page of puzzles of a small book."""
    config = loads_book(PAGES.format(theme=theme))
    design = load_design(theme, "en")
    with open_local_pool(1) as pool:
        records = generate_book(config, pool, Silent()).puzzles
    pages, limits = paginate(config, ExplainedPuzzles(records), resolve_page(config.page), design)
    shown = next(page for page in pages if page.kind == "puzzles")
    write_pdf([shown], folder / "page.pdf", design.fonts, PdfStyle(bleed=(limits.bleed(1), limits.bleed(2))))
    with pypdfium2.PdfDocument(folder / "page.pdf") as document:
        drawn: Image.Image = document[0].render(scale=1.5).to_pil()
    return drawn.convert("RGB").reduce(3)


def clue_layout(rule: str, folder: Path) -> Image.Image:
    """Draw a puzzle whose clues stand in a layout, on a board of hexagons if only those have it."""
    square = rule not in HEXAGONAL.lattice.symmetries or rule in MINESWEEPER.lattice.symmetries
    honeycomb = Grid(9, 9, HEXAGONAL)
    grid = Grid(9, 9) if square else board_of(honeycomb, ready_cells("hexagon", honeycomb))
    spec = PuzzleSpec(difficulty="easy", layout=LayoutConfig(rule=rule))
    made = make_puzzle(request_for(spec, grid, f"looks/{rule}")).graded
    render(made, folder / "layout.png", width=600)
    return Image.open(folder / "layout.png").convert("RGB").reduce(4)


def main() -> None:
    """Draw all pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        palettes = labelled(fronts(((one, "digit", one) for one in load_palettes()), 110, folder), 6)
        shapes = labelled(
            fronts(
                ((one, one, "brick") for one in get_args(CoverConfig.model_fields["layout"].annotation)), 150, folder
            ),
            4,
        )
        themes = labelled([(one, theme_page(one, folder)) for one in theme_names()], 4)
        clues = labelled([(one, clue_layout(one, folder)) for one in RULES], 6)
    palettes.quantize(128, dither=Image.Dither.NONE).save(HERE / "looks-palettes.png", optimize=True)
    shapes.quantize(64, dither=Image.Dither.NONE).save(HERE / "looks-fronts.png", optimize=True)
    for sheet, file in ((themes, "looks-themes.png"), (clues, "looks-layouts.png")):
        sheet.convert("L").quantize(16, dither=Image.Dither.NONE).save(HERE / file, optimize=True, bits=4)


if __name__ == "__main__":
    main()
