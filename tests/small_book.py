"""A small book for tests: every kind of page, few puzzles."""

from pathlib import Path

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.design import Design, load_design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import explain_puzzles, placeholder_puzzles
from puzzlegen.config.book import BookConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.generator.batch import generate_book
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.printers.profile import Limits

SMALL = """
title: A Small Book
author: Nobody
series: small
page: {trim: 6x9}
sections:
  - {name: One, count: 5, size: 6x5, difficulty: easy, per_page: 4}
  - {name: Two, count: 2, size: 7x7, difficulty: medium, per_page: 2}
  - {name: Three, count: 1, size: 8x8, difficulty: hard, per_page: 1}
front_matter:
  copyright: Copyright nobody.
"""

NOTES = 10  # pages that make it as thick as printers bind it
BOUND = SMALL + f"back_matter: {{notes_pages: {NOTES}}}\n"


def write_config(folder: Path, text: str = BOUND) -> Path:
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def puzzles_of(config: BookConfig) -> list[GradedPuzzle]:
    """The puzzles of a book, made here."""
    with open_local_pool(1) as pool:
        return generate_book(config, pool, Silent()).puzzles


def design_of(config: BookConfig) -> Design:
    return load_design(config.theme, config.language, config.cells)


def pages_of(config: BookConfig, records: list[GradedPuzzle] | None = None) -> tuple[BookPages, Limits]:
    """Lay out a book with these puzzles, or with placeholders."""
    design = design_of(config)
    puzzles = placeholder_puzzles(config) if records is None else explain_puzzles(config, records, design.messages)
    return paginate(config, puzzles, resolve_page(config.page), design)
