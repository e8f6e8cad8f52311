"""Draw the fronts of covers.

docs/covers.png shows all layouts, docs/covers-160.png the same 160 pixels wide, and docs/ready-books.png the books of
configs/.
"""

from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageDraw

from puzzlegen.board.grid import Grid
from puzzlegen.book.cover import edition_cover
from puzzlegen.book.design import load_design
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.files.build_folder import COVER
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import PuzzleRequest

HERE = Path(__file__).parent
WIDTH, SMALL, GAP, GROUND = 320, 160, 20, (232, 232, 232)  # pixels; the color of the table
DOTS = 36  # of docs/ready-books.png: pixels an inch
ACROSS = 4
PAGES, TRIM = 150, (6, 9)
BOOK = """
title: {title}
subtitle: {subtitle}
author: The Pencil Press
series: covers
theme: {theme}
page: {{trim: 6x9, binding: paperback}}
sections:
  - {{name: First Steps, count: {easy}, size: 10x10, difficulty: easy}}
  - {{name: The Long Game, count: 40, size: 10x10, difficulty: expert}}
cover: {{make: yes, {cover}}}
"""
COVERS = [
    ("One Hundred Minefields", "Logic puzzles for pencil and paper", 60, "layout: digit"),
    ("Minesweeper on Paper", "The classic, made for a quiet hour", 80, "layout: pattern, palette: sunflower"),
    ("Hidden Pictures", "Mosaics to solve and to look at", 20, "layout: picture, palette: tomato, picture: cat"),
    ("Minefields for the Road", "", 56, "layout: isometric, palette: ocean"),
    ("The Little Book of Large Minefields", "", 10, "layout: words, palette: midnight, badges: [difficulty]"),
    ("The Sunday Minesweeper", "A collection for connoisseurs", 12, "layout: framed, palette: blush"),
    ("Mines at Dusk", "Puzzles with a view", 60, "palette: harbour, artwork: {{file: art.png}}"),
    ("Mines", "Puzzles in large print", 40, "layout: digit, palette: sky, badges: [puzzles, large print]"),
]


def artwork(path: Path) -> None:
    """Draw a landscape of hills, in place of a publisher's own picture."""
    wide, high = 1838, 2775  # 6.125 x 9.25 in at 300 dpi
    image = Image.new("RGB", (wide, high), "#24406b")
    draw = ImageDraw.Draw(image)
    draw.ellipse((1080, 1270, 1500, 1690), fill="#f6c667")
    for level, color in enumerate(("#b5566a", "#7c3f63", "#4a2b54", "#241b3f")):
        top = 1650 + 260 * level
        hills = [(x, top + 120 * (((x / 310 + level * 1.7) % 2) - 1) ** 2) for x in range(0, wide + 20, 20)]
        draw.polygon([*hills, (wide, high), (0, high)], fill=color)
    image.save(path)


def example(cover: tuple[str, str, int, str]) -> BookConfig:
    """Return a book with one of these covers."""
    title, subtitle, easy, keys = cover
    theme = "large-print" if "large print" in keys else "classic"
    text = BOOK.format(
        title=title,
        subtitle=subtitle or "~",
        easy=easy,
        theme=theme,
        cover=keys.replace("{{", "{").replace("}}", "}"),
    )
    return loads_book(text, title)


def front(config: BookConfig, dots: float, folder: Path) -> Image.Image:
    """Draw the front of a book with ``dots`` pixels an inch, from puzzles that stand for those it will have."""
    made = make_puzzle(PuzzleRequest(Grid(9, 9), "covers/framed", 2)).graded
    records = [
        replace(record, puzzle=record.puzzle if record.picture else made.puzzle)
        for record in placeholder_puzzles(config).records
    ]
    design = load_design(config.theme, config.language)
    found = edition_cover(config, records, resolve_page(config.page).profile, PAGES, design)
    assert found is not None
    found.write(folder)
    scale = dots / 72
    with pypdfium2.PdfDocument(folder / COVER) as document:
        drawn: Image.Image = document[0].render(scale=scale).to_pil().convert("RGB")
    left, top, right, bottom = (round(side * scale) for side in found.sheet.front)
    return drawn.crop((left, top, right, bottom))


def ready_books(folder: Path) -> Image.Image:
    """Arrange the fronts of the ready books in two rows, all at the same scale."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE.parent / "configs").glob("*.yaml"))}
    books = [loads_book(text, name) for name, text in texts.items() if name != "daily"]
    fronts = [front(book, 3 * DOTS, folder).reduce(3) for book in books if book.cover.make]
    fronts.sort(key=lambda one: -one.height)
    middle = -(-len(fronts) // 2)
    rows = [fronts[:middle], fronts[middle:]]
    wide = max(sum(one.width + GAP for one in row) for row in rows) + GAP
    table = Image.new("RGB", (wide, sum(max(one.height for one in row) + GAP for row in rows) + GAP), GROUND)
    foot = 0
    for row in rows:
        foot += GAP + max(one.height for one in row)
        space = (wide - sum(one.width for one in row)) / (len(row) + 1)
        x = space
        for one in row:
            table.paste(one, (round(x), foot - one.height))
            x += one.width + space
    return table.quantize(200, dither=Image.Dither.NONE)


def sheet(fronts: list[Image.Image], width: int, across: int) -> Image.Image:
    """Arrange the fronts in rows."""
    high = width * TRIM[1] // TRIM[0]
    down = -(-len(fronts) // across)
    table = Image.new("RGB", (across * (width + GAP) + GAP, down * (high + GAP) + GAP), GROUND)
    for number, one in enumerate(fronts):
        row, column = divmod(number, across)
        place = GAP + column * (width + GAP), GAP + row * (high + GAP)
        table.paste(one.resize((width, high), Image.Resampling.LANCZOS), place)
    return table.quantize(160, dither=Image.Dither.NONE)


def main() -> None:
    """Draw all pictures."""
    with TemporaryDirectory() as folder, chdir(folder):
        artwork(Path("art.png"))
        dots = 3 * WIDTH / TRIM[0]
        fronts = [front(example(cover), dots, Path(folder)) for cover in COVERS]
        ready_books(Path(folder)).save(HERE / "ready-books.png", optimize=True)
    sheet(fronts, WIDTH, ACROSS).save(HERE / "covers.png", optimize=True)
    sheet(fronts, SMALL, len(fronts)).save(HERE / "covers-160.png", optimize=True)


if __name__ == "__main__":
    main()
