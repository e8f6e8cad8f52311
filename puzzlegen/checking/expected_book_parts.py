"""What a printed book must show besides its puzzles: difficulties, an answer key, contents, hints and QR codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import Variant
from puzzlegen.checking.written_words import WrittenText, cover_texts, interior_texts
from puzzlegen.config.book import BookConfig
from puzzlegen.formats.qr_address import address
from puzzlegen.language.catalogue_loader import load
from puzzlegen.language.explanations import puzzle_hints
from puzzlegen.language.messages import Messages
from puzzlegen.printers.profile import Limits
from puzzlegen.selection.printing_order import LEAST_APART, answer_groups
from puzzlegen.solver.tiers import PuzzleTrace


@dataclass(frozen=True, slots=True)
class KeyExpectations:
    """The answer key.

    ``separate``: the answers are in a file beside the book. ``bound``: pages face each other. ``apart`` has the numbers
    of the puzzles whose answers must not be beside those of their neighbors. ``titles`` has the names of pictures by
    the numbers of their puzzles.
    """

    separate: bool = False
    bound: bool = True
    apart: frozenset[int] = frozenset()
    titles: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AidExpectations:
    """The reading aids. ``contents`` are the titles listed there.

    ``hints`` words the hints of a solved puzzle, ``address`` gives the target of a QR code for a puzzle and its number;
    both are None if the book has none. ``hints_at_foot``: hints are at the foot of the page of their puzzle. If they
    are not, ``hint_reference`` is the message that names the page of a hint. ``par`` has the printed minutes of each
    puzzle's par time by its number, and is empty if they are not printed. ``variants`` has the variant of each puzzle
    by its number, because a printed grid does not show it. ``labels`` tells whether rows and columns have labels, and
    ``column_name`` words those of columns by their numbers, counted from 0. ``first_puzzles`` has the numbers of the
    first puzzles of sections without an opener by the names of the sections: nothing else may show where they begin.
    """

    contents: tuple[str, ...] = ()
    hints: Callable[[PuzzleTrace], str] | None = None
    hints_at_foot: bool = False
    hint_reference: str = ""
    par: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    address: Callable[[Puzzle, int], str] | None = None
    variants: Mapping[int, Variant] = field(default_factory=dict)
    labels: bool = False
    column_name: Callable[[int], str] = str
    first_puzzles: Mapping[str, int] = field(default_factory=dict)


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

    def with_texts_of(self, config: BookConfig) -> Expectations:
        """Return these expectations with the texts that a config has."""
        return replace(self, written=tuple(interior_texts(config)), on_cover=tuple(cover_texts(config)))


def printed_parts(
    config: BookConfig, contents: Iterable[str], own_pages: Mapping[int, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Return what an edition prints besides its puzzles, as JSON values, from which ``expectations_of`` is made.

    ``contents`` are the titles of its table of contents, and ``own_pages`` the texts of the publisher's own pages by
    page number.
    """
    return {
        "answer_key": key_settings(config),
        "contents": list(contents),
        "own_pages": [{"page": number, "text": text} for number, text in own_pages.items()],
        "sections_without_opener": [
            [index, section.name]
            for index, section in enumerate(config.sections, start=1)
            if not section.opener or section.begin == "same page"
        ],
        "language": config.language,
        "cells": config.cells,
        "aids": config.aids.model_dump(mode="json"),
        "folios": config.page.folio,
        "gallery": config.back_matter.gallery,
        "titles": [
            {picture.name: picture.title_in(config.language) for picture in section.pictures or ()}
            for section in config.sections
        ],
    }


def expectations_of(
    records: Iterable[GradedPuzzle],
    parts: Mapping[str, Any],
    limits: Limits,
    messages: Messages | None = None,
    digits: Path | None = None,
    hints: Mapping[Puzzle, Sequence[str]] = MappingProxyType({}),
) -> Expectations:
    """Return what a book of these puzzles must show; ``parts`` is what ``printed_parts`` returned.

    ``messages`` are those of the language of the book, None to load them. ``digits`` is as in ``Expectations``.
    ``hints`` has the hints that are known already, in that language: explaining takes as long as solving with both
    solvers. Raises KeyError for the manifest of another version.
    """
    records = tuple(records)
    aids = parts["aids"]
    if messages is None:
        messages = load(str(parts["language"]), parts["cells"])
    typeset = messages.typography.typeset
    titles = [{name: typeset(title) for name, title in named.items()} for named in parts["titles"]]
    return Expectations(
        records,
        key_expectations(parts["answer_key"], records, limits.bound, titles),
        messages.difficulty.all(),
        AidExpectations(
            contents=tuple(parts["contents"]),
            hints=partial(hint_text, messages=messages, known=hints, short=aids["hints"] == "foot")
            if aids["hints"] != "none"
            else None,
            hints_at_foot=aids["hints"] == "foot",
            hint_reference=messages.puzzle.hint if aids["hints"] == "back" else "",
            par={record.number or 0: tuple(dict.fromkeys(record.grade.par)) for record in records if aids["par"]},
            address=partial(address, pattern=aids["qr_url"]) if aids["qr"] else None,
            labels=aids["labels"] == "all" or (aids["labels"] == "hints" and aids["hints"] != "none"),
            column_name=messages.column_name,
            variants={record.number or 0: record.puzzle.grid.variant for record in records},
            first_puzzles={
                messages.typography.typeset(name): min(r.number or 0 for r in records if r.section == index)
                for index, name in parts["sections_without_opener"]
                if any(r.section == index for r in records)
            },
        ),
        digits,
        bool(parts["gallery"]),
        {int(own["page"]): str(own["text"]) for own in parts["own_pages"]},
        bool(parts["folios"]),
    )


def hint_text(rounds: PuzzleTrace, messages: Messages, known: Mapping[Puzzle, Sequence[str]], short: bool) -> str:
    """Return the hints of a solved puzzle as they must be printed.

    ``known`` as in ``expectations_of``, ``short`` as in ``puzzle_hints``.
    """
    labels = (messages.hints.first, messages.hints.later)
    hints = known.get(rounds.puzzle)
    if hints is None:
        hints = puzzle_hints(rounds, messages, short=short)
    return " ".join(f"{label} {hint}" for label, hint in zip(labels, hints, strict=False))


def key_settings(config: BookConfig) -> Any:
    """Return the answer key of a config as JSON values; False if there is none."""
    key = config.back_matter.answer_key
    return key.model_dump(mode="json") if key else False


def key_expectations(
    settings: Mapping[str, Any] | bool,
    records: Iterable[GradedPuzzle],
    bound: bool,
    titles: Sequence[Mapping[str, str]] = (),
) -> KeyExpectations | None:
    """Return what the answer key of these ``key_settings`` must show.

    ``bound``: pages face each other. ``titles`` maps for each section the names of its pictures to their titles.
    """
    if not isinstance(settings, Mapping):
        return None
    records = tuple(records)
    groups = answer_groups(settings["grouping"], records) if settings["order"] == "shuffled" else []
    apart = frozenset(number for group in groups if len(group) >= LEAST_APART for number in group)
    named = {
        record.number or 0: titles[record.section - 1].get(record.picture, "")
        for record in records
        if record.picture is not None and record.section is not None and record.section <= len(titles)
    }
    return KeyExpectations(settings["place"] == "separate", bound, apart, named)
