"""Make docs/themes.png: the same small book in every theme, one row a theme, to judge them next to each other.

python docs/themes.py [FOLDER]     the books too, for a look under the lens, if a folder is named
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.design import load_design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.files.build_folder import INTERIOR, PUZZLES
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.ordered_work import Silent

HERE = Path(__file__).parent
THEMES = {"classic": "8.5x11", "large-print": "8.5x11", "travel": "6x9"}
BOOK = """
title: Quiet Minefields
subtitle: Puzzles for pencil and patience
author: The Pencil Press
series: themes
theme: {theme}
page: {{profile: kdp, trim: {trim}}}
sections:
  - {{name: First Steps, count: {few}, size: 8x8, difficulty: easy, per_page: {four}}}
  - {{name: Two Clues Together, count: {few}, size: 10x10, difficulty: medium, per_page: {two}}}
  - {{name: The Long Game, count: 2, size: 10x12, difficulty: hard, per_page: 1}}
front_matter:
  copyright: |
    Quiet Minefields
    Copyright © 2026 The Pencil Press
back_matter: {{notes_pages: 12}}
"""
HIGH, GAP, GROUND = 330, 12, 200  # pixels, pixels, grey


def pages_of(folder: Path, theme: str) -> list[Image.Image]:
    """Title, rules, an opener, puzzles from many a page to one, key: as pictures of one height."""
    one = theme == "large-print"
    few = 2 if one else 4
    text = BOOK.format(theme=theme, trim=THEMES[theme], few=few, four=1 if one else 4, two=1 if one else 2)
    config = loads_book(text, f"{theme} book")
    report = build_book(BookRequest(config, folder, f"{theme} book"), Silent(), lambda _: None)
    if report.failed:
        raise SystemExit(report.summary)
    records = read_records(folder / PUZZLES)
    design = load_design(config.theme, config.language, config.cells)
    puzzles_and_hints = explain_puzzles(config, records, design.messages)
    planned, _ = paginate(config, puzzles_and_hints, resolve_page(config.page), design)
    pages = list(planned)
    puzzles = [page.number for page in pages if page.kind == "puzzles"]
    openers = [page for key, page in planned.plan.starts.items() if key.startswith("section")]
    key = next(page.number for page in pages if page.kind == "answers")
    rules = next(page.number for page in pages if page.kind == "how-to-play")
    middle = puzzles[len(puzzles) // 2 - 1 if one else 1]
    chosen = [1, rules, openers[1], puzzles[0], middle, puzzles[-1], key]
    pdf = pypdfium2.PdfDocument(folder / INTERIOR)
    return [
        pdf[number - 1].render(scale=HIGH / pages[0].height, grayscale=True).to_pil().convert("L") for number in chosen
    ]


def main(folder: Path) -> None:
    """Build the books and the picture."""
    rows = [pages_of(folder / theme, theme) for theme in THEMES]
    wide = max(sum(page.width + GAP for page in row) for row in rows) + GAP
    sheet = Image.new("L", (wide, len(rows) * (HIGH + GAP) + GAP), GROUND)
    for i, row in enumerate(rows):
        gap = (wide - sum(page.width for page in row)) / (len(row) + 1)
        x = gap
        for page in row:
            sheet.paste(page, (round(x), GAP + i * (HIGH + GAP)))
            x += page.width + gap
    sheet.quantize(16, dither=Image.Dither.NONE).save(HERE / "themes.png", optimize=True, bits=4)


if len(sys.argv) > 1:
    main(Path(sys.argv[1]))
else:
    with TemporaryDirectory() as room:
        main(Path(room))
