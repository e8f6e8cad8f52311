"""What a book says of itself: kept in its manifest, and held against its pages by the verification."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from puzzlegen.board.kind import Kind
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.catalogue.load import load
from puzzlegen.config.schema import BookConfig
from puzzlegen.formats.record import Record
from puzzlegen.grade.grade import DIFFICULTIES, grade
from puzzlegen.layout.book import Book
from puzzlegen.pipeline.answers import key_claims, said_of_key
from puzzlegen.pipeline.codes import address
from puzzlegen.pipeline.hints import hints_of
from puzzlegen.press.profile import Limits
from puzzlegen.solve.logic import Rounds
from puzzlegen.verify.aids import AidClaims
from puzzlegen.verify.book import Claims
from puzzlegen.words import Words


def said_of(config: BookConfig, pages: Book) -> dict[str, Any]:
    """What the manifest keeps of what a book says of itself."""
    return {
        "answer_key": said_of_key(config),
        "contents": pages.contents,
        "language": config.language,
        "cells": config.cells,
        "aids": config.aids.model_dump(mode="json"),
    }


def claims_of(records: list[Record], said: Mapping[str, Any], limits: Limits) -> Claims:
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
            mosaics=frozenset(record.number or 0 for record in records if record.puzzle.grid.kind is Kind.MOSAIC),
        ),
    )


def hint_text(puzzle: Puzzle, words: Words) -> str:
    """The hints as they must be printed for a puzzle."""
    labels = (words.hints.first, words.hints.later)
    return " ".join(f"{label} {hint}" for label, hint in zip(labels, hints_of(puzzle, words), strict=False))


def difficulty_of(rounds: Rounds) -> str:
    """The name of a solve's difficulty."""
    return grade(rounds).difficulty
