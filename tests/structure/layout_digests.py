"""Digests of every mark, link and tag of many laid-out books, to compare the layout of two checkouts.

``python tests/structure/layout_digests.py FILE`` lays out books with random settings and placeholders for puzzles, in
which each part, page size, theme and language occurs, and the books of ``output_books.py`` with real puzzles. It writes
a digest of each page to a JSON file. Run it in both checkouts and compare the files: where they are equal, the layout
is the same. 20 seconds.
"""

import dataclasses
import hashlib
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests")]

from output_books import BOOKS  # noqa: E402  # found by the line above
from small_book import pages_of, puzzles_of  # noqa: E402  # found by the line above

from puzzlegen.config.load import loads_book  # noqa: E402  # found by the line above
from puzzlegen.errors import PuzzlegenError  # noqa: E402  # found by the line above

PAGES = ("kdp 6x9", "kdp 8.5x11", "kdp 5x8", "tablet", "screen a5", "home-letter", "ingram 8.5x11", "lulu 6x9")
KINDS = ("minesweeper", "minesweeper", "minesweeper", "hexagonal", "mosaic", "knight")
OWN_TEXT = "# Foreword\\n\\nSome *words* of mine. {}\\n\\n- One\\n- Two\\n\\n***\\n\\nEnd"
FILLERS = ("[tip, ornament]", "[notes]", "[tip, quotation]\nquotations: ['Nothing is as it seems. Anonymous']")


def random_config(seed: int) -> str:
    """Return the config of a book with random settings, the same for the same seed."""
    pick = random.Random(seed)  # settings of a test
    profile, *trim = pick.choice(PAGES).split()
    theme = pick.choice(("classic", "classic", "travel", "children", "large-print"))
    has_large_cells = theme in ("large-print", "children") or trim == ["5x8"]
    sections = [_section(pick, number, has_large_cells) for number in range(pick.choice((1, 2, 3, 4)))]
    hints = pick.choice(("none", "back", "back", "foot"))
    aids = [f"hints: {hints}", *(f"{key}: yes" for key in ("par", "time", "name", "rules") if pick.random() < 0.35)]
    aids += ["labels: all"] if pick.random() < 0.3 else []
    aids += ["hint_answers: turned"] if hints == "back" and pick.random() < 0.4 else []
    page = ", ".join((f"profile: {profile}", *(f"trim: {size}" for size in trim)))
    return "".join(
        f"{line}\n"
        for line in (
            "title: A Book of Every Page\nsubtitle: No guessing\nvolume: 2\nauthor: Ada Example",
            f"series: s{seed}\ntheme: {theme}\nlanguage: {pick.choice(('en', 'de', 'fr', 'pt'))}\npage: {{{page}}}",
            "sections:",
            *sections,
            f"aids: {{{', '.join(aids)}}}",
            f"front_matter: {{{_front_matter(pick)}}}",
            f"back_matter: {{{_back_matter(pick, any('mosaic' in one and 'pictures' in one for one in sections))}}}",
            *(f"fillers: {pick.choice(FILLERS)}" for _ in range(pick.random() < 0.6)),
        )
    )


def _section(pick: random.Random, number: int, has_large_cells: bool) -> str:
    kind = pick.choice(KINDS)
    settings = [
        f"name: Section {number} {'with a long name ' * pick.choice((0, 0, 1))}",
        f"kind: {kind}",
        f"difficulty: {'easy' if kind == 'mosaic' else pick.choice(('easy', 'easy', 'medium', 'hard'))}",
    ]
    if kind in ("minesweeper", "mosaic") and not has_large_cells and pick.random() < 0.25:
        settings.append("pictures: [heart, duck, star, apple]")
    else:
        large = ("5x4", "8x7", "10x10", "12x14", "14x20")
        size = pick.choice(("5x4", "6x5", "8x7", "9x9") if has_large_cells else large)
        settings.append(f"count: {pick.choice((1, 2, 3, 7, 13, 25))}, size: {size}")
        settings += ["total: yes"] if pick.random() < 0.2 else []
    settings += ["begin: same page"] if number and pick.random() < 0.2 else []
    return f"  - {{{', '.join(settings)}}}"


def _front_matter(pick: random.Random) -> str:
    words = OWN_TEXT.format("Many more words follow here. " * pick.choice((1, 40, 150)))
    place = f"after: {pick.choice(('copyright', 'title_page', 'how_to_play'))}"
    own = pick.choice(("", ", align: center", ", contents: yes"))
    return ", ".join(
        (
            f"contents: {pick.choice(('yes', 'no'))}, techniques: {pick.choice(('auto', 'all', 'none'))}",
            "copyright: 'Copyright Ada Example.'",
            *(f'pages: [{{text: "{words}", {place}{own}}}]' for _ in range(pick.random() < 0.5)),
        )
    )


def _back_matter(pick: random.Random, has_gallery: bool) -> str:
    place = pick.choice(("back", "back", "section", "separate"))
    key = [f"density: {pick.choice(('compact', 'normal', 'large'))}", f"place: {place}"]
    if place != "section" and pick.random() < 0.5:
        key.append(f"order: shuffled, grouping: {pick.choice(('section', 'none'))}")
    return ", ".join(
        (
            f"score_card: {pick.choice(('yes', 'no'))}, notes_pages: {pick.choice((0, 1, 12))}",
            f"ruling: {pick.choice(('lines', 'dots'))}, colophon: {pick.choice(('yes', 'no'))}",
            f"walkthroughs: {pick.choice(('none', 'hard', 'all'))}, answer_key: {{{', '.join(key)}}}",
            *(["gallery: yes"] if has_gallery else []),
        )
    )


def canonical(value: object) -> object:
    """Return a value of a page in a form whose ``repr`` is the same in both checkouts; lengths to a millionth point."""
    match value:
        case float():
            return round(value, 6)
        case frozenset():
            return sorted(map(repr, map(canonical, value)))
        case dict():
            return sorted((str(key), repr(canonical(one))) for key, one in value.items())
        case tuple() | list():
            return type(value).__name__ * hasattr(value, "_fields"), [canonical(one) for one in value]
        case str() | int() | bytes() | range() | None:
            return value
    if dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value) if field.repr]
        return type(value).__name__, [(name, canonical(getattr(value, name))) for name in fields]
    return str(value)


def digests_of(text: str, *, is_real: bool) -> dict[str, object] | str:
    """Return the digests of the pages of a book, or the message that says why it cannot be laid out."""
    try:
        book = loads_book(text)
        pages, _ = pages_of(book, puzzles_of(book) if is_real else None)
    except PuzzlegenError as error:
        return str(error)
    rest = (pages.contents, canonical(pages.bookmarks), canonical(pages.plan), pages.reasons)
    return {"pages": [_digest(canonical(page)) for page in (*pages, *(pages.separate_answers or ()))],
            "rest": _digest(rest)}  # fmt: skip


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]


def main(path: str) -> None:
    """Write the digests of all books to a file, and print how many books and pages there are."""
    found = {f"random {seed}": digests_of(random_config(seed), is_real=False) for seed in range(60)}
    found |= {name: digests_of(text, is_real=True) for name, text in BOOKS.items()}
    Path(path).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    refused = [name for name, one in found.items() if isinstance(one, str)]
    print(f"{len(found) - len(refused)} books in {path}; refused, as too large for a page: {', '.join(refused)}")


if __name__ == "__main__":
    main(sys.argv[1])
