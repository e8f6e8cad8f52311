"""Make docs/pages.png, every kind of page of a book with its name, and docs/listing.png, its pictures for shops.

python docs/pages.py [FOLDER]     builds the book in FOLDER too, for a closer look
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.design import load_design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.files.build_folder import INTERIOR, LISTING_BOOK, LISTING_SPREADS, PUZZLES
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.layout.book.pagination import BookPages

HERE = Path(__file__).parent
BOOK = """
title: Minefields of Every Kind
subtitle: Puzzles for pencil and patience
author: The Pencil Press
series: every kind of page
page: {profile: kdp, trim: 8.5x11}
sections:
  - {name: Six a Page, count: 12, size: 8x8, difficulty: easy, per_page: 6}
  - {name: Four a Page, count: 8, size: 10x10, difficulty: medium, per_page: 4}
  - {name: Two a Page, count: 4, size: 12x12, difficulty: hard, per_page: 2}
  - {name: One a Page, count: 2, size: 16x18, difficulty: medium, per_page: 1}
  - {name: Honeycombs, kind: hexagonal, count: 4, size: 9x10, difficulty: easy, per_page: 4}
  - {name: Hidden Pictures, kind: mosaic, difficulty: easy, per_page: 1, pictures: [cat, sailboat, teapot, rocket]}
  - {name: Over Two Pages, kind: mosaic, difficulty: easy, two_pages: yes, pictures: [mushroom]}
aids: {hints: back, par: yes, time: yes}
front_matter:
  copyright: |
    Minefields of Every Kind
    Copyright © 2026 The Pencil Press
  contents: yes
  techniques: auto
back_matter: {walkthroughs: hard, gallery: yes, score_card: yes, notes_pages: 2, colophon: yes}
cover: {make: yes, palette: harbour}
output: {preview: no, listing: yes}
"""
ACROSS, WIDTH, GAP, CAPTION = 6, 250, 16, 26  # pages in a row; pixels of a page, between pages, and below a page
GROUND, INK = (233, 230, 224), (40, 38, 35)
NAMES = {
    "title": "Title page",
    "copyright": "Copyright",
    "contents": "Contents",
    "how-to-play": "Rules",
    "techniques": "Techniques",
    "section": "Section opener",
    "hints": "Hints",
    "walkthroughs": "Step-by-step solutions",
    "answers": "Answers",
    "gallery": "Gallery of pictures",
    "score-card": "Score card",
    "notes": "Notes",
    "colophon": "Colophon",
}


@dataclass(frozen=True)
class Shown:
    """A page of the book and the words below it."""

    number: int
    caption: str


def shown_pages(pages: BookPages) -> Iterator[Shown]:
    """Yield the first page of each kind, and one from the middle of each section; of puzzles over two pages both."""
    seen, first, middles = set(), 1, {}
    for section in loads_book(BOOK).sections:
        middles[pages.plan.puzzles[first + section.count // 2]] = section
        first += section.count
    for page in pages:
        if page.kind in NAMES and page.kind not in seen:
            seen.add(page.kind)
            yield Shown(page.number, NAMES[page.kind])
        if page.number in middles:
            yield Shown(page.number, f"Puzzles: {middles[page.number].name.lower()}")
            if middles[page.number].two_pages:
                yield Shown(page.number + 1, "")


def sheet(folder: Path, shown: Sequence[Shown]) -> Image.Image:
    """Draw the pages in rows, each above its caption."""
    document = pypdfium2.PdfDocument(folder / INTERIOR)
    wide, high = document.get_page_size(0)
    height = round(WIDTH * high / wide)
    rows = -(-len(shown) // ACROSS)
    picture = Image.new("RGB", (ACROSS * (WIDTH + GAP) + GAP, rows * (height + CAPTION + GAP) + GAP), GROUND)
    draw, font = ImageDraw.Draw(picture), ImageFont.truetype(str(default_fonts().file("regular")), 15)
    for i, one in enumerate(shown):
        row, col = divmod(i, ACROSS)
        x, y = GAP + col * (WIDTH + GAP), GAP + row * (height + CAPTION + GAP)
        page = document[one.number - 1].render(scale=2 * WIDTH / wide, grayscale=True).to_pil().reduce(2)
        picture.paste(page.resize((WIDTH, height)), (x, y))
        draw.text((x, y + height + 5), one.caption, fill=INK, font=font)
    document.close()
    return picture


def listing(folder: Path) -> Image.Image:
    """Put the closed book and two pairs of facing pages side by side."""
    book = Image.open(folder / LISTING_BOOK).reduce(3)
    spreads = [Image.open(folder / name) for name in (LISTING_SPREADS[0], LISTING_SPREADS[2])]
    height = (book.height - GAP) // 2
    small = [one.resize((round(one.width * height / one.height), height), Image.Resampling.LANCZOS) for one in spreads]
    picture = Image.new("RGB", (book.width + GAP + small[0].width, book.height), (255, 255, 255))
    picture.paste(book, (0, 0))
    for i, one in enumerate(small):
        picture.paste(one, (book.width + GAP, i * (height + GAP)))
    return picture


def make(folder: Path) -> None:
    """Build the book in ``folder``, and write both pictures."""
    config = loads_book(BOOK)
    design = load_design(config.theme, config.language)
    build_book(BookRequest(config, folder, "book of pages"), Silent(), lambda _: None)
    records = list(read_records(folder / PUZZLES))
    pages, _ = paginate(config, explain_puzzles(config, records, design.messages), resolve_page(config.page), design)
    sheet(folder, list(shown_pages(pages))).quantize(64).save(HERE / "pages.png", optimize=True)
    listing(folder).quantize(128).save(HERE / "listing.png", optimize=True)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary) / "book")
