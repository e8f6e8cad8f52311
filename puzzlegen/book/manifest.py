"""What a book's manifest tells of one edition."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from statistics import fmean
from typing import Any

from puzzlegen.board.grade import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.variants import VARIANTS
from puzzlegen.book.content import rules_template
from puzzlegen.config.book import BookConfig, config_hash
from puzzlegen.config.template_files import WORDS, template
from puzzlegen.output.build_folder import digest
from puzzlegen.printers.profile import Limits
from puzzlegen.version import __version__

_LIBRARIES = ("numpy", "numba", "clingo", "reportlab", "pikepdf", "pdfplumber", "pypdfium2", "pillow", "markdown-it-py")
_OF_A_LANGUAGE = (
    WORDS, *map(rules_template, VARIANTS.values()), "techniques.md", "colophon.md", "cover-back.md",
    *(f"section-{name}.md" for name in (*DIFFICULTIES, *(v.words for v in VARIANTS.values() if v.words))),
)  # fmt: skip
_OF_ALL = ("printers.yaml", "margins.yaml")


def _templates(config: BookConfig) -> list[str]:
    """The templates a book is made with."""
    return [*(f"{config.language}/{name}" for name in _OF_A_LANGUAGE), *_OF_ALL, f"themes/{config.theme}.yaml"]


def manifest_of(config: BookConfig, records: list[GradedPuzzle], pages: int, limits: Limits) -> dict[str, Any]:
    """What is known of an edition by itself: the same for every build of the same config with the same versions."""
    difficulties = [record.grade.difficulty for record in records]
    return {
        "kind": "book",
        "puzzlegen": __version__,
        "title": config.title,
        "series": config.series,
        "config_sha256": config_hash(config),
        "config": config.model_dump(mode="json"),
        "templates": {name: digest(template(name)) for name in _templates(config)},
        "page": limits.as_dict(),
        "counts": {
            "pages": pages,
            "puzzles": len(records),
            "by_difficulty": {name: difficulties.count(name) for name in DIFFICULTIES if name in difficulties},
        },
        **quality_of(config, records),
        "versions": versions(),
    }


def quality_of(config: BookConfig, records: Iterable[GradedPuzzle]) -> dict[str, Any]:
    """How good the puzzles of the sections are that were chosen among candidates: ``quality``, or nothing if none was.

    For each section the least, mean and highest score, and the mean of each part.
    """
    told = {}
    rated = [(record.section, record.quality) for record in records if record.quality]
    for index, section in enumerate(config.sections, start=1):
        scores = [quality for place, quality in rated if place == index]
        if not scores:
            continue
        mean = {name: round(fmean(one[name] for one in scores), 3) for name in scores[0]}
        every = [one["score"] for one in scores]
        score = {"least": min(every), "mean": mean.pop("score"), "most": max(every)}
        told[section.name] = {"candidates": section.candidates, "score": score, "parts": mean}
    return {"quality": told} if told else {}


def as_json(manifest: Mapping[str, Any]) -> str:
    """The text of a manifest file."""
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def versions() -> dict[str, str]:
    """Of Python and of the libraries that what is made depends on."""
    return {"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES}
