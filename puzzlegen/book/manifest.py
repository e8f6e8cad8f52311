"""Makes manifests (config, results and versions of a build), moves files with them, and verifies them."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from typing import Any

from pydantic_core import to_jsonable_python

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.content import MIXED, image_files, rules_template
from puzzlegen.book.design import Design, Edition, load_design
from puzzlegen.book.reuse import requests_hash
from puzzlegen.checking.expected import Printed, printed_parts
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.palettes import COVERS, PICTURE_COLORS
from puzzlegen.config.shop_files import LISTING_FILE, SHOPS_FILE
from puzzlegen.config.themes import theme_files
from puzzlegen.drawing.fonts import ROLES, FontSet
from puzzlegen.engine import kernels
from puzzlegen.errors import PuzzlegenError
from puzzlegen.files import build_folder
from puzzlegen.files.derived import UNKNOWN, Derived, make, stale
from puzzlegen.files.templates import WORDS, template
from puzzlegen.generator.batch import BookPuzzles
from puzzlegen.jobs.code_version import drawing_code_version
from puzzlegen.language.locale_formatting import libraries_of
from puzzlegen.printers.profile import Limits
from puzzlegen.schema.validation import config_hash
from puzzlegen.version import __version__

_LIBRARIES = ("numpy", "clingo", "reportlab", "pikepdf", "pypdfium2", "pillow", "markdown-it-py")
_LANGUAGE_TEMPLATES = (
    WORDS, *map(rules_template, VARIANTS.values()), "techniques.md", "colophon.md", "cover-back.md", "tips.md",
    *(f"section-{name}.md" for name in (*DIFFICULTIES, MIXED, *(v.words for v in VARIANTS.values() if v.words))),
)  # fmt: skip
INPUTS = ("puzzlegen", "code", "templates", "pictures_and_fonts", "versions")  # keys of ``inputs_of``
_REPLACED = (-1, "")  # of a file that is replaced, whatever it is
_SHARED_TEMPLATES = ("printers.yaml", "margins.yaml", COVERS, LISTING_FILE, SHOPS_FILE)


def _templates(config: BookConfig) -> list[str]:
    """Return the names of the templates that a book uses."""
    return [
        *(f"{config.language}/{name}" for name in _LANGUAGE_TEMPLATES),
        *_SHARED_TEMPLATES,
        *theme_files(config.theme, config.ornaments),
        *([PICTURE_COLORS] if any(page.ink == "color" for page in (config.page, *config.profiles)) else []),
    ]


def edition_manifest(
    edition: Edition, records: Sequence[GradedPuzzle], pages: int, limits: Limits, printed: Printed
) -> dict[str, Any]:
    """Return the part of a manifest that follows from the config, the puzzles and the pages of an edition."""
    config, difficulties = edition.book, [record.grade.difficulty for record in records]
    return {
        "kind": build_folder.BOOK,
        "edition": edition.name,
        "title": config.title,
        "series": config.series,
        "config_sha256": config_hash(config),
        "config": config_values(config),
        "requests_sha256": requests_hash(config),
        "page": limits.as_dict(),
        "claims": printed_parts(edition.config, printed),
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
        "templates": {name: build_folder.digest(template(name)) for name in _templates(config)},
        "pictures_and_fonts": {name: build_folder.digest(path) for name, path in files.items()},
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


Manifests = dict[str, dict[str, Any]]  # of a book by its editions, that above them with an empty name and last


def manifests_of(config: BookConfig, results: Sequence[EditionResult], facts: BuildFacts) -> Manifests:
    """Return one manifest, or one for each edition and one above them with their digests and shared values.

    Only the manifest at the top names the ledger, and only it holds the seconds. They differ from build to build, so
    the digests of the manifests below stay the same.
    """
    several, own = len(results) > 1, {"ledger": facts.ledger, "seconds": facts.seconds}
    manifests = Manifests()
    for result in results:
        manifests[result.name] = manifest = result.manifest | ({"ledger": None} if several else own)
        manifest["counts"] |= {"attempts": facts.puzzles.attempts, "rejects": facts.puzzles.rejects}
        manifest["counts"] |= {"repeats": facts.repeats}
        manifest["findings"] = [finding.as_dict() for finding in result.findings]
        manifest["findings_by_code"] = dict(Counter(finding.code for finding in result.findings))
    return manifests | ({"": _editions_manifest(config, results, manifests) | own} if several else {})


def _editions_manifest(config: BookConfig, results: Sequence[EditionResult], below: Manifests) -> dict[str, Any]:
    """Return the manifest above those of the editions, which all have the same puzzles."""
    puzzles = below[results[0].name]["files"][build_folder.PUZZLES]
    return {
        "kind": build_folder.EDITIONS,
        "puzzlegen": __version__,
        "title": config.title,
        "series": config.series,
        "config_sha256": config_hash(config),
        "config": config_values(config),
        "files": {build_folder.PUZZLES: puzzles},
        "editions": {
            result.name: {"pages": result.pages, "manifest_sha256": sha256_of(below[result.name])} for result in results
        },
        "versions": versions(config.language),
    }


def move_into_place(build: Path, target: Path, manifests: Manifests) -> None:
    """Move a build into ``target``, each edition with its manifest. Other files of an earlier build are removed.

    All files are flushed to the disk, so that the ledger stays correct after a power cut. Raises OutputError.
    """
    for edition, manifest in manifests.items():
        made, place = build / edition, target / edition
        table = {name: Derived(made / name, UNKNOWN) for name in manifest["files"]}
        # All are written: files of an earlier build may have changed since
        there = {name: _REPLACED for name in build_folder.FILES if os.path.lexists(place / name)}
        make(made, place, stale(place, table, there), partial(_text_on_disk, manifest))


def _text_on_disk(manifest: Mapping[str, Any], files: Mapping[str, Any], is_finished: bool) -> str:
    return as_json(manifest if is_finished else {**manifest, "files": dict.fromkeys(files, "")})


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
        sections[section.name] = {"effort": section.spec.resolved_effort, "score": score, "parts": mean}
    return {"quality": sections} if sections else {}


def as_json(manifest: Mapping[str, Any]) -> str:
    """Return the text of a manifest file."""
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def digests(folder: Path) -> dict[str, str]:
    """Return the digests of the files of a book in a folder, by name."""
    return {name: build_folder.digest(folder / name) for name in build_folder.FILES if (folder / name).exists()}


def sha256_of(manifest: Mapping[str, Any]) -> str:
    """Return the digest of a manifest file."""
    return hashlib.sha256(as_json(manifest).encode()).hexdigest()


def versions(language: str) -> dict[str, str]:
    """Return the versions of Python and of the libraries that the output depends on.

    Raises ConfigError for a language whose data is not installed.
    """
    names = (*_LIBRARIES, *libraries_of(language))
    found = {"python": platform.python_version(), "kernels": kernels.load().built_by}
    return found | {name: version(name) for name in names}


_RECORDED = {"ledger", "seconds", "findings", "findings_by_code", "files"}  # keys that do not follow from the config
_IN_EVERY_VERSION = ("kind", "edition", "title", "series", "counts")  # keys that no version writes differently
_ATTEMPTS = ("attempts", "rejects", "repeats")  # counts of the build, which the puzzles do not show
_MISSING = object()
_INTERPRETER = ("versions", "python")  # its version changes no file


def changed_inputs(manifest: Mapping[str, Any], config: BookConfig) -> tuple[list[str], Design | None]:
    """Return what of the code, libraries, templates, fonts and pictures is not as the manifest says, and the design.

    The design is None if it cannot be loaded.
    """
    try:
        design = load_design(config.theme, config.language, config.cells)
        now = inputs_of(config, design.fonts)
    except (PuzzlegenError, OSError) as error:
        return [str(getattr(error, "problems", (error,))[0])], None
    names = []
    for key, value in now.items():
        recorded = manifest.get(key)
        if not isinstance(value, dict) or not isinstance(recorded, dict):
            names += [key] if recorded != value else []
            continue
        names += [
            f"{key} {name}"
            for name in dict.fromkeys((*value, *recorded))
            if recorded.get(name) != value.get(name) and (key, name) != _INTERPRETER
        ]
    return names, design


def check_manifest(manifest: Mapping[str, Any], expected: Mapping[str, Any], *, same_version: bool) -> list[Finding]:
    """Compare the manifest with ``expected``, what follows from the config, the puzzles and the pages: F115.

    ``changed_inputs`` compares the other keys. A manifest of another version may have other keys, and another digest of
    the config unless the code is the same: only templates, fonts or libraries changed then.
    """
    wanted = to_jsonable_python(expected)
    found = {key: value for key, value in manifest.items() if key not in (*_RECORDED, *INPUTS)}
    if not same_version:
        same_code = manifest.get("code") == drawing_code_version()
        keys = (*_IN_EVERY_VERSION, *(["config_sha256"] if same_code else []))
        wanted, found = ({key: one.get(key) for key in keys} for one in (wanted, found))
    counts = found.get("counts")
    details: list[str] = []
    if isinstance(counts, dict):
        details += _wrong_attempts(counts)
        found["counts"] = {key: value for key, value in counts.items() if key not in _ATTEMPTS}
    details += differences(found, wanted)
    return [Finding("F115", 0, 0, detail) for detail in details]


def _wrong_attempts(counts: Mapping[str, Any]) -> Iterator[str]:
    attempts, rejects, puzzles = (counts.get(key) for key in ("attempts", "rejects", "puzzles"))
    if attempts is None and rejects is None:  # a reprint
        return
    numbers = [attempts, puzzles, *(rejects.values() if isinstance(rejects, dict) else [None])]
    if not all(type(number) is int and number >= 0 for number in numbers):
        yield "counts.attempts and counts.rejects are not numbers"
    elif attempts != sum(numbers[1:]):
        yield f"counts.attempts: reads {attempts}, puzzles and rejects add up to {sum(numbers[1:])}"


def differences(found: Any, expected: Any, key: str = "") -> Iterator[str]:
    """Describe each value of a JSON object that is not as expected, with its key."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in dict.fromkeys((*expected, *found)):
            below = f"{key}.{name}" if key else name
            yield from differences(found.get(name, _MISSING), expected.get(name, _MISSING), below)
    elif found is _MISSING:
        yield f"{key} is missing"
    elif expected is _MISSING:
        yield f"{key} is unknown"
    elif found != expected or type(found) is not type(expected):
        yield f"{key}: reads {_short(found)}, expected {_short(expected)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 80 else f"{text[:77]}..."


def check_file_names(folder: Path, named: Mapping[str, Any], expected: frozenset[str]) -> list[Finding]:
    """Find files that the manifest leaves out or should not name, and files of a book that it does not name: F115."""
    details = [f"files: {name} is missing" for name in sorted(expected - set(named))]
    details += [f"files: {name} is named, but the config asks for none" for name in sorted(set(named) - expected)]
    unnamed = {name for name in build_folder.FILES if (folder / name).exists()} - set(named) - expected
    details += [f"{name} is in the folder, but the config asks for none" for name in sorted(unnamed)]
    return [Finding("F115", 0, 0, detail) for detail in details]


def check_recorded_findings(manifest: Mapping[str, Any], found: Sequence[Finding]) -> list[Finding]:
    """Compare the findings in a manifest with those found now: F115."""
    now = to_jsonable_python([finding.as_dict() for finding in found])
    codes = dict(Counter(finding.code for finding in found))
    details = []
    if manifest.get("findings") != now:
        details.append(f"findings: reads {_short(manifest.get('findings'))}, expected {_short(now)}")
    if manifest.get("findings_by_code") != codes:
        details.append(f"findings_by_code: reads {_short(manifest.get('findings_by_code'))}, expected {_short(codes)}")
    return [Finding("F115", 0, 0, detail) for detail in details]
