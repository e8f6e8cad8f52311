"""Builds and verifies a small book in every language, theme and printer profile: none may have an error.

    python tests/e2e/verified_books.py FOLDER [all]

Without ``all`` it takes as many books as pair each value with each value of another kind. Trims, aids, palettes and
places of the answers take turns. The puzzles are made once, and smaller ones once for small pages in themes with large
cells. Prints each finding and a JSON object of counts. Exits with 1 if there was an error, or a warning that a theme
does not explain.
"""

import json
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.config.palettes import load_palettes
from puzzlegen.files.build_folder import PUZZLES
from puzzlegen.files.templates import languages, shipped_folder
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.printers.requirements import load_printers

THEMES = sorted(path.stem for path in (shipped_folder("templates") / "themes").glob("*.yaml"))
KEYS = ("{place: back}", "{place: section}", "{place: separate}", "{order: shuffled}")
AIDS = (
    "{hints: back, par: yes, time: yes}",
    "{hints: foot, par: yes}",
    "{name: yes, rules: yes}",
    "{qr: yes, time: yes, qr_url: 'https://books.example/{number}'}",
    "{}",
)
TRIMS = ("6x9", "8.5x11")
BOUND = ("kdp", "ingram", "lulu")  # profiles of printers that bind: they need pages, and take covers
NOTES = 30  # pages
EXPECTED = {"I08"}  # a warning of fine lines, which a theme may choose
# One puzzle of each section fills a page: boards are smaller where a theme's cells are large on a small page.
BOARDS = {"usual": ("6x5", "6x6", "7x7"), "small": ("5x5", "5x5", "5x5")}
SMALL = {("large-print", "tablet")}  # theme and profile
BOOK = """
title: Verified
author: Ada Example
series: verified books
language: {language}
theme: {theme}
page: {page}
sections:
  - {{name: One, count: 4, size: {boards[0]}, difficulty: easy}}
  - {{name: Two, count: 2, size: {boards[1]}, difficulty: medium, kind: mosaic}}
  - {{name: Three, count: 2, size: {boards[2]}, difficulty: hard, total: yes}}
aids: {aids}
front_matter: {{contents: yes, techniques: auto, copyright: Copyright Ada Example.}}
back_matter: {{answer_key: {key}, notes_pages: {notes}}}
cover: {{make: {cover}, palette: {palette}{spine}}}
"""


def books(*, every: bool) -> Iterator[tuple[str, str, str]]:
    """Yield name, config and key of the boards of each book."""
    palettes = sorted(load_palettes())
    pairs = list(product(enumerate(languages()), enumerate(load_printers())))
    for number, ((i, language), (j, profile)) in enumerate(pairs):
        chosen = THEMES if every else [THEMES[(i + j) % len(THEMES)]]  # so that each pair occurs
        for theme in chosen:
            bound = profile in BOUND
            trim = f", trim: {TRIMS[number % len(TRIMS)]}" if bound else ""
            boards = "small" if (theme, profile) in SMALL else "usual"
            yield (
                f"{language}-{profile}-{theme}",
                BOOK.format(
                    language=language,
                    theme=theme,
                    page=f"{{profile: {profile}{trim}}}",
                    key=KEYS[number % len(KEYS)],
                    aids=AIDS[number % len(AIDS)],
                    notes=NOTES if bound else 0,
                    cover="yes" if bound else "no",
                    palette=palettes[number % len(palettes)],
                    spine=", spine_mm: 5" if profile == "ingram" else "",  # it publishes no thickness
                    boards=BOARDS[boards],
                ),
                boards,
            )


def main() -> int:
    top, every = Path(sys.argv[1]), sys.argv[2:] == ["all"]
    begin = time.process_time()
    made, findings = 0, 0
    puzzles: dict[str, Path] = {}  # by key of the boards
    for name, text, boards in books(every=every):
        folder = top / name
        request = BookRequest(loads_book(text), folder, name, options=BuildOptions(reprint=puzzles.get(boards)))
        report = build_book(request, Silent(), lambda _: None)
        found = [*report.findings, *(() if report.failed else verify_book(folder, Silent()).findings)]
        wrong = [one for one in found if one.is_error or one.code not in EXPECTED]
        for one in wrong:
            print(f"{name}: {one}", flush=True)
        made, findings = made + 1, findings + len(wrong)
        if boards not in puzzles and not report.failed:
            puzzles[boards] = top / f"{boards}-{PUZZLES}"
            shutil.copyfile(folder / PUZZLES, puzzles[boards])
    print(json.dumps({"books": made, "findings": findings, "processor_seconds": round(time.process_time() - begin)}))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
