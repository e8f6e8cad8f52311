"""Writes manifest.json, which records the config of a build, its results and the versions used."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from typing import Any

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.variants import VARIANTS
from puzzlegen.book.content_assembly import MIXED, rules_template
from puzzlegen.book.editions import Edition
from puzzlegen.book.kept_puzzles import requests_hash
from puzzlegen.book.own_pages import image_files
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.groups import config_hash
from puzzlegen.config.listing_file import LISTING_FILE
from puzzlegen.config.palettes import COVERS
from puzzlegen.config.template_lookup import WORDS, template
from puzzlegen.drawing.fonts import ROLES, FontSet
from puzzlegen.engine import kernels
from puzzlegen.generator.batch import BookPuzzles
from puzzlegen.jobs.code_version import drawing_code_version
from puzzlegen.language.locale_formatting import libraries_of
from puzzlegen.output.build_folder import MANIFEST, PUZZLES, digest, write
from puzzlegen.printers.profile import Limits
from puzzlegen.version import __version__

EDITIONS = "editions"  # kind of the manifest above several books
_LIBRARIES = ("numpy", "clingo", "reportlab", "pikepdf", "pypdfium2", "pillow", "markdown-it-py")
_LANGUAGE_TEMPLATES = (
    WORDS, *map(rules_template, VARIANTS.values()), "techniques.md", "colophon.md", "cover-back.md", "tips.md",
    *(f"section-{name}.md" for name in (*DIFFICULTIES, MIXED, *(v.words for v in VARIANTS.values() if v.words))),
)  # fmt: skip
INPUTS = ("puzzlegen", "code", "templates", "pictures_and_fonts", "versions")  # keys of ``inputs_of``
_SHARED_TEMPLATES = ("printers.yaml", "margins.yaml", COVERS, LISTING_FILE)


def _templates(config: BookConfig) -> list[str]:
    """Return the names of the templates that a book uses."""
    return [
        *(f"{config.language}/{name}" for name in _LANGUAGE_TEMPLATES),
        *_SHARED_TEMPLATES,
        f"themes/{config.theme}.yaml",
    ]


def edition_manifest(
    edition: Edition, records: Sequence[GradedPuzzle], pages: int, limits: Limits, claims: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the part of a manifest that follows from the config, the puzzles and the pages of an edition.

    ``claims`` is what the pages must show, from ``printed_parts``.
    """
    config, difficulties = edition.book, [record.grade.difficulty for record in records]
    return {
        "kind": "book",
        "edition": edition.name,
        "title": config.title,
        "series": config.series,
        "config_sha256": config_hash(config),
        "config": config_values(config),
        "requests_sha256": requests_hash(config),
        "page": limits.as_dict(),
        "claims": dict(claims),
        "counts": {
            "pages": pages,
            "puzzles": len(records),
            "by_difficulty": {name: difficulties.count(name) for name in DIFFICULTIES if name in difficulties},
        },
        **quality_of(config, records),
    }


def inputs_of(config: BookConfig, fonts: FontSet) -> dict[str, Any]:
    """Return the part of a manifest that names all else a book is made from: code, libraries, templates, fonts, images.

    Raises ConfigError or OSError for a file that is missing.
    """
    files = {role: fonts.file(role) for role in ROLES} | ({"logo": Path(config.logo.file)} if config.logo else {})
    if config.cover.make and config.cover.artwork:
        files["artwork"] = Path(config.cover.artwork.file)
    files |= {path.as_posix(): path for path in image_files(config)}
    return {
        "puzzlegen": __version__,
        "code": drawing_code_version(),
        "templates": {name: digest(template(name)) for name in _templates(config)},
        "pictures_and_fonts": {name: digest(path) for name, path in files.items()},
        "versions": versions(config.language),
    }


@dataclass(frozen=True, slots=True)
class EditionResult:
    """A built edition. ``manifest`` lacks the values that all editions share."""

    name: str
    pages: int
    findings: tuple[Finding, ...]
    manifest: dict[str, Any]

    def named_findings(self) -> Iterator[Finding]:
        """Yield the findings with the name of the edition."""
        return (replace(finding, edition=self.name) for finding in self.findings)


@dataclass(frozen=True, slots=True)
class BuildFacts:
    """What the manifests of one build share.

    Attributes:
        ledger: the state of the ledger before the build, None without one.
        puzzles: the puzzles with the number of attempts.
        repeats: how many puzzles were replaced because they repeated another, by the place of the other.
        seconds: the time of each stage.
    """

    ledger: dict[str, Any] | None
    puzzles: BookPuzzles
    repeats: Mapping[str, int]
    seconds: Mapping[str, float]


def write_manifests(config: BookConfig, results: Sequence[EditionResult], facts: BuildFacts, folder: Path) -> None:
    """Write one manifest, or one for each edition and one above them with their digests and shared values.

    Only the manifest at the top names the ledger, and only it holds the seconds. They differ from build to build, so
    the digests of the manifests below stay the same.
    """
    several = len(results) > 1
    seconds = {"seconds": facts.seconds}
    for result in results:
        manifest = result.manifest | ({"ledger": None} if several else {"ledger": facts.ledger} | seconds)
        manifest["counts"] |= {"attempts": facts.puzzles.attempts, "rejects": facts.puzzles.rejects}
        manifest["counts"] |= {"repeats": facts.repeats}
        manifest["findings"] = [finding.as_dict() for finding in result.findings]
        manifest["findings_by_code"] = dict(Counter(finding.code for finding in result.findings))
        write(folder / result.name / MANIFEST, as_json(manifest))
    if several:
        write(
            folder / MANIFEST, as_json(_editions_manifest(config, results, folder) | {"ledger": facts.ledger} | seconds)
        )


def _editions_manifest(config: BookConfig, results: Iterable[EditionResult], folder: Path) -> dict[str, Any]:
    """Return the manifest above those of the editions."""
    return {
        "kind": EDITIONS,
        "puzzlegen": __version__,
        "title": config.title,
        "series": config.series,
        "config_sha256": config_hash(config),
        "config": config_values(config),
        "files": {PUZZLES: digest(folder / PUZZLES)},
        "editions": {
            result.name: {"pages": result.pages, "manifest_sha256": digest(folder / result.name / MANIFEST)}
            for result in results
        },
        "versions": versions(config.language),
    }


def quality_of(config: BookConfig, records: Iterable[GradedPuzzle]) -> dict[str, Any]:
    """Return ``quality``, the scores of the sections whose puzzles were improved, or nothing.

    Each section has the lowest, mean and highest score, and the mean of each part.
    """
    sections = {}
    rated = [(record.section, record.quality) for record in records if record.quality]
    for index, section in enumerate(config.sections, start=1):
        scores = [quality for place, quality in rated if place == index]
        if not scores:
            continue
        mean = {name: round(fmean(one[name] for one in scores), 3) for name in scores[0]}
        every = [one["score"] for one in scores]
        score = {"least": min(every), "mean": mean.pop("score"), "most": max(every)}
        sections[section.name] = {"effort": section.resolved_effort, "score": score, "parts": mean}
    return {"quality": sections} if sections else {}


def as_json(manifest: Mapping[str, Any]) -> str:
    """Return the text of a manifest file."""
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def versions(language: str) -> dict[str, str]:
    """Return the versions of Python and of the libraries that the output depends on.

    Raises ConfigError for a language whose data is not installed.
    """
    names = (*_LIBRARIES, *libraries_of(language))
    found = {"python": platform.python_version(), "kernels": kernels.load().built_by}
    return found | {name: version(name) for name in names}
