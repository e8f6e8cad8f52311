"""What a book says of itself: kept in its manifest, and held against its pages by the verification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.checking.contents_and_hints import AidClaims
from puzzlegen.checking.puzzles_and_answers import Claims, KeyClaims
from puzzlegen.config.book import BookConfig
from puzzlegen.formats.qr_address import address
from puzzlegen.grading.grade import DIFFICULTIES, grade
from puzzlegen.language.catalogue import load
from puzzlegen.language.hints import hints_of
from puzzlegen.language.messages import Words
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.printers.profile import Limits
from puzzlegen.selection.shuffle import LEAST_APART, answer_groups
from puzzlegen.solver.tiers import PuzzleTrace


def said_of(config: BookConfig, pages: BookPages) -> dict[str, Any]:
    """What the manifest keeps of what a book says of itself."""
    return {
        "answer_key": said_of_key(config),
        "contents": pages.contents,
        "language": config.language,
        "cells": config.cells,
        "aids": config.aids.model_dump(mode="json"),
    }


def claims_of(records: list[GradedPuzzle], said: Mapping[str, Any], limits: Limits) -> Claims:
    """What a book says of itself; ``said`` is how its manifest keeps that. Raises KeyError for another version's."""
    words, aids = load(str(said["language"]), said["cells"]), said["aids"]
    return Claims(
        tuple(records),
        key_claims(said["answer_key"], records, limits.bound),
        difficulty_of,
        {band.name: band.stars for band in DIFFICULTIES.values()},
        words.difficulty.all(),
        AidClaims(
            contents=tuple(said["contents"]),
            hints=partial(hint_text, words=words) if aids["hints"] != "none" else None,
            hints_at_foot=aids["hints"] == "foot",
            par=bool(aids["par"]),
            address=partial(address, pattern=aids["qr_url"]) if aids["qr"] else None,
            variants={record.number or 0: record.puzzle.grid.variant for record in records},
        ),
    )


def hint_text(puzzle: Puzzle, words: Words) -> str:
    """The hints as they must be printed for a puzzle."""
    labels = (words.hints.first, words.hints.later)
    return " ".join(f"{label} {hint}" for label, hint in zip(labels, hints_of(puzzle, words), strict=False))


def difficulty_of(rounds: PuzzleTrace) -> str:
    """The name of a solve's difficulty."""
    return grade(rounds).difficulty


def said_of_key(config: BookConfig) -> Any:
    """What the manifest says of the key: False, or its part of the config."""
    key = config.back_matter.answer_key
    return key.model_dump(mode="json") if key else False


def key_claims(said: Mapping[str, Any] | bool, records: Iterable[GradedPuzzle], bound: bool) -> KeyClaims | None:
    """What is to be true of the key of which the manifest says that; ``bound``: pages face each other."""
    if not isinstance(said, Mapping):
        return None
    groups = answer_groups(said["grouping"], records) if said["order"] == "shuffled" else []
    parted = frozenset(number for group in groups if len(group) >= LEAST_APART for number in group)
    return KeyClaims(said["place"] == "separate", bound, parted)
