"""Finds the puzzles that were made for a book, in the folder of the studio or in the finished book."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.explained_puzzles import read_puzzles
from puzzlegen.book.kept_puzzles import requests_hash
from puzzlegen.config.book import BookConfig
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import line
from puzzlegen.generator.chosen_puzzles import chosen_puzzles, with_chosen_puzzles
from puzzlegen.grading.quality import parts, score_of
from puzzlegen.output.build_folder import MANIFEST, PUZZLES, digest
from puzzlegen.solver.tiers import run
from puzzlegen.studio.projects import OUTPUT, path_inside

MADE_PUZZLES = ".studio/puzzles-{}.jsonl"  # in the project: puzzles without choices, by the hash of what is asked


def without_choices(config: BookConfig) -> BookConfig:
    """Return the book without chosen puzzles."""
    return config.model_copy(update={"choices": []})


def made_file(config: BookConfig) -> Path:
    """Return the file for the puzzles that the studio makes for a book; choices do not change it.

    Raises OutputError for a link out of the folder of the book.
    """
    return path_inside(Path(), MADE_PUZZLES.format(requests_hash(without_choices(config))[:32]))


def made_records(config: BookConfig) -> list[GradedPuzzle] | None:
    """Return the puzzles of a book as it is printed, with the chosen ones; None if they are not made.

    Raises GenerationError for choices that do not fit.
    """
    path, usual = made_file(config), without_choices(config)
    made = read_puzzles(path, usual, "the config") if path.is_file() else _printed(usual)
    if made is not None:
        return with_chosen_puzzles(config, made, chosen_puzzles(config))
    return _printed(config) if config.choices else None


def _printed(config: BookConfig) -> list[GradedPuzzle] | None:
    """Return the puzzles of the finished book if it has just these."""
    folder = Path(OUTPUT)
    try:
        above = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        below = json.loads((folder / next(iter(above.get("editions", {})), "") / MANIFEST).read_text(encoding="utf-8"))
        if below["requests_sha256"] == requests_hash(config) and above["files"][PUZZLES] == digest(folder / PUZZLES):
            return read_puzzles(folder / PUZZLES, config, "the config")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ConfigError, FormatError):
        pass  # no book, or one of other puzzles
    return None


def shown_puzzle(graded: GradedPuzzle) -> dict[str, Any]:
    """Return what the studio shows of a puzzle, for JSON."""
    puzzle_line = line.write(graded.puzzle)
    return {
        "line": puzzle_line,
        "size": str(graded.puzzle.grid),
        "kind": str(graded.puzzle.grid.variant),
        "difficulty": graded.grade.difficulty,
        "score": round(graded.grade.score, 1),
        "quality": round(_quality(graded)),
        "par": list(graded.grade.par),
    }


def _quality(graded: GradedPuzzle) -> float:
    """Return the quality score; where it is not recorded, it is computed as for a puzzle unlike all others."""
    if graded.quality is not None and "score" in graded.quality:
        return graded.quality["score"]
    return _computed_quality(graded)


@lru_cache(maxsize=4096)
def _known_quality(puzzle_line: str, difficulty: str, score: float) -> float:
    return score_of({**parts(run(line.parse(puzzle_line), MAX_TIER), score, difficulty), "fresh": 1.0})


def _computed_quality(graded: GradedPuzzle) -> float:
    return _known_quality(line.write(graded.puzzle), graded.grade.difficulty, graded.grade.score)
