"""Holds a manifest against what follows from its config, the records and the files of the book."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from puzzlegen.book.design import Design, load_design
from puzzlegen.book.manifest import INPUTS, inputs_of
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig
from puzzlegen.config.page_margins import PageSetup
from puzzlegen.errors import PuzzlegenError
from puzzlegen.jobs.code_version import drawing_code_version
from puzzlegen.output.build_folder import (
    ANSWERS,
    BOOKLET,
    COVER,
    FILES,
    GUIDE,
    INTERIOR,
    LISTING_BOOK,
    LISTING_FRONT,
    LISTING_SPREADS,
    PREVIEW,
    PUZZLES,
)

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
        return [str(error).splitlines()[0]], None
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


def expected_files(config: BookConfig, setup: PageSetup) -> set[str]:
    """Return the names of the files of an edition, apart from its manifest."""
    key = config.back_matter.answer_key
    wanted = {
        PREVIEW: config.output.preview,
        ANSWERS: key is not None and key.place == "separate",
        BOOKLET: setup.profile.booklet is not None,
        COVER: config.cover.make and setup.profile.printer.cover is not None,
    }
    wanted[GUIDE] = wanted[COVER]
    wanted |= dict.fromkeys(LISTING_SPREADS, config.output.listing)
    wanted |= dict.fromkeys((LISTING_FRONT, LISTING_BOOK), config.output.listing and wanted[COVER])
    return {INTERIOR, PUZZLES, *(name for name, there in wanted.items() if there)}


def check_manifest(manifest: Mapping[str, Any], expected: Mapping[str, Any], *, same_version: bool) -> list[Finding]:
    """Compare the manifest with ``expected``, what follows from the config, the puzzles and the pages: F115.

    ``changed_inputs`` compares the other keys. A manifest of another version may have other keys, and another digest of
    the config unless the code is the same: only templates, fonts or libraries changed then.
    """
    wanted = json.loads(json.dumps(expected))
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


def check_file_names(folder: Path, named: Mapping[str, Any], expected: set[str]) -> list[Finding]:
    """Find files that the manifest leaves out or should not name, and files of a book that it does not name: F115."""
    details = [f"files: {name} is missing" for name in sorted(expected - set(named))]
    details += [f"files: {name} is named, but the config asks for none" for name in sorted(set(named) - expected)]
    unnamed = {name for name in FILES if (folder / name).exists()} - set(named) - expected
    details += [f"{name} is in the folder, but the config asks for none" for name in sorted(unnamed)]
    return [Finding("F115", 0, 0, detail) for detail in details]


def check_recorded_findings(manifest: Mapping[str, Any], found: Sequence[Finding]) -> list[Finding]:
    """Compare the findings in a manifest with those found now: F115."""
    now = json.loads(json.dumps([finding.as_dict() for finding in found]))
    codes = dict(Counter(finding.code for finding in found))
    details = []
    if manifest.get("findings") != now:
        details.append(f"findings: reads {_short(manifest.get('findings'))}, expected {_short(now)}")
    if manifest.get("findings_by_code") != codes:
        details.append(f"findings_by_code: reads {_short(manifest.get('findings_by_code'))}, expected {_short(codes)}")
    return [Finding("F115", 0, 0, detail) for detail in details]
