"""Compares the words of a printed book with those that its config has, without the code that sets them.

Both sides are reduced to letters and signs in their order, without spaces and quotes, and with dashes as hyphens. Signs
that may be markup end a piece, so that only words which are certainly printed as written are compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig

SHOWN = 40  # characters of a text that a finding quotes
ENOUGH = 8  # letters of a text that tell whether it is printed at all
FOOT, HEAD = 40, 160  # letters that may follow a text at the end of a page, or precede it on the next one
_END = "\0"  # between two pieces
_QUOTES = re.compile("[\\s\"'“”„‟‘’‚‛«»‹›]")
_PREFIX = re.compile(r"(?:\s*>)*\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:#{1,6}\s+)?(?:->\s)?")
_SUFFIX = re.compile(r"(?:\s(?:<-|->|#+)|\\)\s*$")
_NO_WORDS = re.compile(r"\s*(?:([-*_=])(?:\s*\1)*\s*$|\[[^\]]+\]:\s|!\[)")  # rules, addresses of links, images
_MARKUP = re.compile(
    r"\\?\{\{.*?\}\}|\]\([^)]*\)|\]\[[^\]]*\](?:\([^)]*\))?|&#?\w+;|\\.|[_\[\]<>\\`~|^{}#]"
    r"|(?<![^\W_])\*+|\*+(?![^\W_])|(?<=[^\W\d_])\*{2,}(?=[^\W_])|(?<=[^\W_])\*{2,}(?=[^\W\d_])"
)
_ADDRESS = re.compile(r"\S*(?:@|/|\w\.[a-z]{2})\S*")


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A text of the config: its ``key``, its ``pieces`` as written, and whether the book prints it for certain."""

    key: str
    pieces: tuple[str, ...]
    required: bool = False


def interior_texts(config: BookConfig) -> Iterator[WrittenText]:
    """Yield the texts of a config that the interior prints."""
    front = config.front_matter
    if front.title_page:
        for key, text in (("title", config.title), ("subtitle", config.subtitle), ("author", config.author)):
            yield WrittenText(key, tuple((text or "").split()), required=True)
    yield WrittenText("front_matter.copyright", tuple(re.split(r"\n\s*\n", front.copyright or "")), required=True)
    for index, section in enumerate(config.sections, start=1):
        yield WrittenText(f"sections[{index}].name", (section.name,))
        yield WrittenText(f"sections[{index}].intro", markdown_pieces(section.intro or ""))
    for index, quotation in enumerate(config.quotations, start=1):
        yield WrittenText(f"quotations[{index}]", markdown_pieces(quotation))
    for place, pages in (("front", front.pages), ("back", config.back_matter.pages)):
        for index, own in enumerate(pages, start=1):
            yield WrittenText(f"{place}_matter.pages[{index}]", markdown_pieces(own.markdown), required=True)


def cover_texts(config: BookConfig) -> Iterator[WrittenText]:
    """Yield the texts of a config that the back of the cover prints."""
    cover = config.cover
    for key, text in (("back", cover.back), ("about", cover.about)):
        yield WrittenText(f"cover.{key}", markdown_pieces(text or ""))
    for key, text in (("category", cover.category), ("price", cover.price), ("website", cover.website)):
        yield WrittenText(f"cover.{key}", (text or "",))


def markdown_pieces(text: str) -> tuple[str, ...]:
    """Return the words between all signs of a Markdown text that may be markup.

    >>> markdown_pieces("# Rows (c)\\n\\nSee **5*5*5** or [us](https://a.example).")
    ('Rows (c)\\n', '\\nSee ', '5*5*5', ' or ', 'us', '.')
    """
    lines = []
    for line in text.split("\n"):
        words = "" if _NO_WORDS.match(line) else line
        begun = _PREFIX.sub("", words, count=1)
        ended = _SUFFIX.sub("", begun)
        lines.append((_END if begun != words or not words.strip() else "") + ended + (_END if ended != begun else ""))
    return tuple(piece for piece in _MARKUP.sub(_END, "\n".join(lines)).split(_END) if piece.strip())


def bare(text: str, *, dashes: bool = True) -> str:
    """Return a text without spaces, quotes and case; with ``dashes`` as the hyphens that they are written with.

    An ellipsis is three dots, because versions until 2026-11 printed three dots as one.
    """
    found = _QUOTES.sub("", unicodedata.normalize("NFC", text).casefold()).replace("…", "...")
    return found.replace("—", "---").replace("–", "--") if dashes else found


class PrintedWords:
    """The words of the pages of a file, in order."""

    def __init__(self, pages: Sequence[str]) -> None:
        self._pages = [bare(page) for page in pages]
        self._as_printed = [bare(page, dashes=False) for page in pages]

    def missing(self, texts: Iterable[WrittenText]) -> Iterator[tuple[WrittenText, str, int]]:
        """Yield each piece of a text that no page has as it is written, with the page, from 1, that has most of it.

        A text that need not be printed is left out if less than half of it is found.
        """
        for text in texts:
            pieces = [piece for piece in text.pieces if re.search(r"\w", piece) or len(piece.strip()) > 2]
            lost = [piece for piece in pieces if not self._has(piece)]
            if not lost:
                continue
            whole = sum(len(bare(piece)) for piece in pieces)
            found = whole - sum(len(bare(piece)) - self._most(bare(piece))[1] for piece in lost)
            if text.required or (whole >= ENOUGH and 2 * found >= whole):
                yield from ((text, piece, self._most(bare(piece))[0]) for piece in lost)

    def _has(self, piece: str) -> bool:
        whole = bare(piece)
        shown = any(whole in page for page in self._pages) or self._is_divided(whole)
        addresses = (bare(match[0], dashes=False) for match in _ADDRESS.finditer(piece) if "--" in match[0])
        return shown and all(any(one in page for page in self._as_printed) for one in addresses)

    def _is_divided(self, piece: str) -> bool:
        """Tell whether a piece goes on from the foot of a page to the heads of those that follow."""
        for first in range(len(self._pages) - 1):
            rest = piece
            for number, page in enumerate(self._pages[first:]):
                length = _longest(rest, page)
                begins = number == 0 or page.find(rest[:length]) <= HEAD
                ends = length == len(rest) or len(page) - page.rfind(rest[:length]) - length <= FOOT
                if not (length and begins and ends):
                    break
                rest = rest[length:]
                if not rest:
                    return True
        return False

    def _most(self, piece: str) -> tuple[int, int]:
        """Return the page, from 1, that has the longest start and end of a piece, and their length."""
        turned = piece[::-1]
        ends = (_longest(piece, page) + _longest(turned, page[::-1]) for page in self._pages)
        lengths = [min(length, len(piece)) for length in ends]
        best = max(lengths, default=0)
        return (lengths.index(best) + 1 if best else 0), best


def _longest(piece: str, page: str) -> int:
    """Return the length of the longest start of a piece that a page has."""
    low, high = 0, len(piece)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if piece[:middle] in page else (low, middle - 1)
    return low


def check_written(pages: Sequence[str], texts: Iterable[WrittenText]) -> list[Finding]:
    """Check that texts are printed as they are written: R406.

    ``pages`` has the words of each page in the order of the file.
    """
    return [
        Finding("R406", number, 0, f"{text.key}: {' '.join(piece.split())[:SHOWN]!r} is written")
        for text, piece, number in PrintedWords(pages).missing(texts)
    ]
