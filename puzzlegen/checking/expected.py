"""What a printed book must show besides its puzzles: difficulties, answer key, contents, hints, QR codes and words.

The words are compared without the code that sets them. Both sides are reduced to letters and signs in their order,
without spaces and quotes, and with dashes as hyphens. Signs that may be markup end a piece, so that only words which
are certainly printed as written are compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig
from puzzlegen.config.own_pages import own_titles
from puzzlegen.config.section import SectionConfig
from puzzlegen.formats.line import address
from puzzlegen.grading.order import LEAST_APART, answer_groups
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import Hint, LabeledHint, labeled_hints, puzzle_hints
from puzzlegen.language.messages import Messages
from puzzlegen.language.walkthroughs import Stage, walkthrough
from puzzlegen.printers.profile import Limits
from puzzlegen.solver.tiers import PuzzleTrace

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
    """A text of the config: its ``key`` and its ``pieces`` as written.

    ``required``: the book prints it for certain. ``alone``: if it is printed, then on a page without other words.
    """

    key: str
    pieces: tuple[str, ...]
    required: bool = False
    alone: bool = False


def interior_texts(config: BookConfig) -> Iterator[WrittenText]:
    """Yield the texts of a config that the interior prints."""
    front = config.front_matter
    for key in ("title", "subtitle", "author") * front.title_page:
        yield WrittenText(key, tuple((getattr(config, key) or "").split()), required=True)
    yield WrittenText("front_matter.copyright", tuple(re.split(r"\n\s*\n", front.copyright or "")), required=True)
    finale = load(config.language, config.cells).text("section.finale")
    for index, section in enumerate(config.sections, start=1):
        yield from _section_texts(f"sections[{index}]", section, finale)
    for index, quotation in enumerate(config.quotations, start=1):
        yield WrittenText(f"quotations[{index}]", markdown_pieces(quotation), alone=True)
    for place, pages in (("front", front.pages), ("back", config.back_matter.pages)):
        for index, own in enumerate(pages, start=1):
            yield WrittenText(f"{place}_matter.pages[{index}]", markdown_pieces(own.markdown), required=True)
    for index, volume in enumerate(config.back_matter.volumes, start=1):
        yield WrittenText(f"back_matter.volumes[{index}]", (volume.title, volume.about or ""), required=True)


def _section_texts(key: str, section: SectionConfig, finale: str) -> Iterator[WrittenText]:
    yield WrittenText(f"{key}.name", (section.name,))
    yield WrittenText(f"{key}.dateline", (section.dateline,) if section.dateline else (), required=True)
    yield WrittenText(f"{key}.finale", (finale,) * section.finale, required=True)
    yield WrittenText(f"{key}.intro", markdown_pieces(section.intro or ""))


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

        A text that need not be printed is left out if less than half of it is found: anywhere, or on pages with at most
        twice as many letters if it would stand alone.
        """
        for text in texts:
            pieces = [piece for piece in text.pieces if re.search(r"\w", piece) or len(piece.strip()) > 2]
            lost = [piece for piece in pieces if not self._has(piece)]
            if not lost:
                continue
            if text.required or self._is_recognized(pieces if text.alone else lost, pieces, alone=text.alone):
                yield from ((text, piece, self._most(bare(piece))[0]) for piece in lost)

    def _is_recognized(self, unsure: Sequence[str], pieces: Sequence[str], *, alone: bool) -> bool:
        """Tell whether half of the pieces are found, where those that are ``unsure`` may be found in part."""
        whole = sum(len(bare(piece)) for piece in pieces)
        letters = 2 * whole if alone else inf
        lacking = sum(len(bare(piece)) - self._most(bare(piece), letters)[1] for piece in unsure)
        return whole >= ENOUGH and 2 * lacking <= whole

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

    def _most(self, piece: str, letters: float = inf) -> tuple[int, int]:
        """Return the page, from 1, with the longest start and end of a piece, and their length.

        Pages with more ``letters`` do not count.
        """
        turned = piece[::-1]
        pages = (page if len(page) <= letters else "" for page in self._pages)
        ends = (_longest(piece, page) + _longest(turned, page[::-1]) for page in pages)
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


@dataclass(frozen=True, slots=True)
class KeyExpectations:
    """The answer key.

    ``separate``: the answers are in a file beside the book. ``next_spread``: each is on the spread after its puzzle,
    where pages do not face each other on the page after it. ``bound``: pages face each other. ``apart`` has the numbers
    of the puzzles whose answers must not be beside those of their neighbors. ``titles`` has the names of pictures
    and the own titles of puzzles by the numbers of the puzzles.
    """

    separate: bool = False
    bound: bool = True
    apart: frozenset[int] = frozenset()
    titles: Mapping[int, str] = field(default_factory=dict)
    next_spread: bool = False


@dataclass(frozen=True, slots=True)
class AidExpectations:
    """The reading aids. ``contents`` are the titles listed there.

    ``hints`` words the hints of a solved puzzle, ``address`` gives the target of a QR code for a puzzle and its number;
    both are None if the book has none. ``hints_at_foot``: hints are at the foot of the page of their puzzle. If they
    are not, ``hint_reference`` is the message that names the page of a hint. ``answers_turned``: their answers are
    upside down on the same page, and not on separate pages. ``par`` has the printed minutes of each
    puzzle's par time by its number, and is empty if they are not printed. ``variants`` has the variant of each puzzle
    by its number, because a printed grid does not show it. ``labels`` tells whether rows and columns have labels, and
    ``column_name`` words those of columns by their numbers, counted from 0. ``first_puzzles`` has the numbers of the
    first puzzles of sections without an opener by the names of the sections: nothing else may show where they begin.
    ``titles`` has the own titles of puzzles, and ``words`` what stands over them, a title and the sentence of an idea,
    by their numbers. ``walkthrough`` makes the step-by-step solution of a solved puzzle, and ``walked`` has the numbers
    of the puzzles that have one in the book.
    """

    contents: tuple[str, ...] = ()
    hints: Callable[[PuzzleTrace], list[LabeledHint]] | None = None
    walkthrough: Callable[[PuzzleTrace], tuple[Stage, ...]] = lambda _: ()
    walked: frozenset[int] = frozenset()
    hints_at_foot: bool = False
    answers_turned: bool = False
    hint_reference: str = ""
    par: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    address: Callable[[Puzzle, int], str] | None = None
    variants: Mapping[int, Variant] = field(default_factory=dict)
    labels: bool = False
    column_name: Callable[[int], str] = str
    first_puzzles: Mapping[str, int] = field(default_factory=dict)
    titles: Mapping[int, str] = field(default_factory=dict)
    words: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expectations:
    """All that a book must show. ``key`` is None without answers; ``labels`` are the printed names of difficulties.

    ``digits`` is the font file of the clues, None if the look of the cells is not to be compared with it. ``gallery``:
    all pictures are shown at the end. ``own_pages`` has the texts of the publisher's own pages by page number.
    ``folios``: pages have numbers. ``written`` and ``on_cover`` are the texts of the config that the interior and the
    back of the cover print.
    """

    records: tuple[GradedPuzzle, ...]
    key: KeyExpectations | None
    labels: Mapping[str, str]
    aids: AidExpectations = field(default_factory=AidExpectations)
    digits: Path | None = None
    gallery: bool = False
    own_pages: Mapping[int, str] = field(default_factory=dict)
    folios: bool = True
    written: tuple[WrittenText, ...] = ()
    on_cover: tuple[WrittenText, ...] = ()

    @property
    def pictures(self) -> frozenset[int]:
        """The numbers of the puzzles that show pictures."""
        return frozenset(record.number or 0 for record in self.records if record.picture)


class Printed(NamedTuple):
    """What an edition prints by its layout: the titles of its contents, the texts of own pages by page number, and
    remarks by the numbers of their puzzles, as far as they are known.
    """

    contents: Sequence[str]
    own_pages: Mapping[int, str] = MappingProxyType({})
    remarks: Mapping[int, str] = MappingProxyType({})


def printed_parts(config: BookConfig, printed: Printed) -> dict[str, Any]:
    """Return what an edition prints besides its puzzles, as JSON values for its manifest."""
    key = config.back_matter.answer_key
    return {
        "answer_key": key.model_dump(mode="json") if key else False,
        "contents": list(printed.contents),
        "own_pages": [{"page": number, "text": text} for number, text in printed.own_pages.items()],
        "sections_without_opener": [[index, name] for index, name in _without_opener(config).items()],
        "language": config.language,
        "cells": config.cells,
        "aids": config.aids.model_dump(mode="json"),
        "folios": config.page.folio,
        "gallery": config.back_matter.gallery,
        "walkthroughs": config.back_matter.walkthroughs,
        "titles": _titles(config),
    }


def _without_opener(config: BookConfig) -> dict[int, str]:
    """Return the names of the sections that may begin without them, by their numbers."""
    numbered = enumerate(config.sections, start=1)
    return {index: section.name for index, section in numbered if not section.opener or section.begin == "same page"}


def _titles(config: BookConfig) -> list[dict[str, str]]:
    """Return the titles of the pictures of each section by their names."""
    return [
        {picture.name: picture.title_in(config.language) for picture in section.pictures or ()}
        for section in config.sections
    ]


def expectations_of(
    config: BookConfig,
    records: Iterable[GradedPuzzle],
    printed: Printed,
    limits: Limits,
    digits: Path | None = None,
    hints: Mapping[Puzzle, Sequence[Hint]] = MappingProxyType({}),
) -> Expectations:
    """Return what an edition with this config and these puzzles must show.

    ``digits`` is as in ``Expectations``. ``hints`` has the hints that are known already: explaining takes as long as
    solving with both solvers.
    """
    records, messages = tuple(records), load(config.language, config.cells)
    remarks = (WrittenText(f"remark on puzzle {i}", (words,), required=True) for i, words in printed.remarks.items())
    return Expectations(
        records,
        key_expectations(config, records, limits.bound),
        messages.difficulties(),
        _aid_expectations(config, records, printed.contents, hints),
        digits,
        config.back_matter.gallery,
        printed.own_pages,
        config.page.folio,
        (*interior_texts(config), *remarks),
        tuple(cover_texts(config)),
    )


def _aid_expectations(
    config: BookConfig, records: Sequence[GradedPuzzle], contents: Sequence[str], hints: Mapping[Puzzle, Sequence[Hint]]
) -> AidExpectations:
    """Return what helps a reader of the book; arguments are as in ``expectations_of``."""
    aids, messages = config.aids, load(config.language, config.cells)
    titles = _titles_of_puzzles(config, messages)
    has_hints, at_foot = aids.hints != "none", aids.hints == "foot"
    return AidExpectations(
        contents=tuple(contents),
        hints=partial(printed_hints, messages=messages, known=hints) if has_hints else None,
        walkthrough=partial(walkthrough, messages=messages),
        walked=walked_numbers(config, records),
        hints_at_foot=at_foot,
        answers_turned=aids.turns_answers,
        hint_reference=messages.pattern("puzzle.hint") if aids.hints == "back" else "",
        par={record.number or 0: tuple(dict.fromkeys(record.grade.par)) for record in records if aids.par},
        address=partial(address, pattern=aids.qr_url) if aids.qr else None,
        labels=aids.labels == "all" or (aids.labels == "hints" and has_hints),
        column_name=messages.column_name,
        variants={record.number or 0: record.puzzle.grid.variant for record in records},
        first_puzzles=_first_puzzles(records, _without_opener(config), messages),
        titles=titles,
        words=_words_over(records, titles, messages),
    )


def walked_numbers(config: BookConfig, records: Iterable[GradedPuzzle]) -> frozenset[int]:
    """Return the numbers of the puzzles whose step-by-step solutions are printed."""
    return frozenset(one.number or 0 for one in records if config.back_matter.walks_through(one.grade.tier))


def _words_over(records: Sequence[GradedPuzzle], titles: Mapping[int, str], messages: Messages) -> dict[int, str]:
    """Return the words over each puzzle that has a title or whose clues show an idea, by its number."""
    words = {one.number or 0: messages.words_over(one.idea, titles.get(one.number or 0, "")) for one in records}
    return {number: " ".join(filter(None, some)) for number, some in words.items() if some}


def _first_puzzles(records: Sequence[GradedPuzzle], sections: Mapping[int, str], messages: Messages) -> dict[str, int]:
    """Return the first number of each of these sections that has puzzles, by the name that is printed."""
    numbers = {index: [record.number or 0 for record in records if record.section == index] for index in sections}
    return {
        messages.typography.typeset(name): min(numbers[index]) for index, name in sections.items() if numbers[index]
    }


def unknown_hints(_: PuzzleTrace) -> list[LabeledHint]:
    """Return no hints: those of another version have other words, and perhaps are for other steps."""
    return []


def printed_hints(rounds: PuzzleTrace, messages: Messages, known: Mapping[Puzzle, Sequence[Hint]]) -> list[LabeledHint]:
    """Return the hints of a solved puzzle as they must be printed. ``known`` is ``hints`` as in ``expectations_of``."""
    hints = known.get(rounds.puzzle)
    return labeled_hints(puzzle_hints(rounds, messages) if hints is None else hints, messages)


def key_expectations(config: BookConfig, records: Sequence[GradedPuzzle], bound: bool) -> KeyExpectations | None:
    """Return what the answer key must show; None if there is none. ``bound``: pages face each other."""
    key = config.back_matter.answer_key
    if not key:
        return None
    groups = answer_groups(key.grouping, records) if key.order == "shuffled" else []
    apart = frozenset(number for group in groups if len(group) >= LEAST_APART for number in group)
    titles = _titles_of_puzzles(config, load(config.language, config.cells)) | _titles_of_pictures(config, records)
    return KeyExpectations(key.place == "separate", bound, apart, titles, key.place == "next spread")


def _titles_of_puzzles(config: BookConfig, messages: Messages) -> dict[int, str]:
    """Return the own titles of puzzles as they are printed, by the numbers of the puzzles."""
    return {number: messages.typography.typeset(title) for number, title in own_titles(config).items()}


def _titles_of_pictures(config: BookConfig, records: Sequence[GradedPuzzle]) -> dict[int, str]:
    """Return the names of pictures as they are printed, by the numbers of their puzzles."""
    typeset, titles = load(config.language, config.cells).typography.typeset, _titles(config)
    return {
        record.number or 0: typeset(titles[record.section - 1].get(record.picture, ""))
        for record in records
        if record.picture is not None and record.section is not None and record.section <= len(titles)
    }
