"""The manifest of a book: each value that contradicts the config, the records or the pages gives its finding."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from small_book import SMALL, design_of, puzzles_of

from puzzlegen.book.design import Edition, editions_of
from puzzlegen.book.manifest import (
    changed_inputs,
    check_file_names,
    check_manifest,
    check_recorded_findings,
    edition_manifest,
    inputs_of,
)
from puzzlegen.checking.expected import Printed
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.schema.validation import config_hash

CONFIGS = sorted(path for path in (Path(__file__).parents[3] / "configs").glob("*.yaml") if path.stem != "daily")
PROFILES = SMALL + "profiles: [screen, {profile: home}, {profile: kdp, trim: 8x10}]\n"
CONFIG = loads_book(SMALL)
PAGES = 24
COUNTS = {"attempts": 10, "rejects": {"a repeat": 2}, "repeats": {"book": 2, "ledger": 0}}
Manifest = dict[str, Any]


@pytest.mark.parametrize("config", [*map(load_book, CONFIGS), loads_book(PROFILES)], ids=lambda config: config.title)
def test_a_config_is_the_same_after_a_manifest(config: BookConfig) -> None:
    again = BookConfig.model_validate(json.loads(json.dumps(config_values(config))))
    assert config_hash(again) == config_hash(config) and config_values(again) == config_values(config)
    editions = [[(one.name, one.config, one.setup) for one in editions_of(each, "a4")] for each in (config, again)]
    assert editions[0] == editions[1]


@cache
def edition() -> Edition:
    return editions_of(CONFIG, "letter")[0]


@cache
def expected_manifest() -> Manifest:
    claims, limits = Printed(["Contents"]), edition().setup.profile.limits(PAGES)
    return edition_manifest(edition(), puzzles_of(CONFIG), PAGES, limits, claims)


def copy_of(expected: Manifest) -> Manifest:
    manifest: Manifest = json.loads(json.dumps(expected))
    manifest["counts"] |= COUNTS
    return manifest | {"ledger": None, "seconds": {}, "findings": [], "findings_by_code": {}, "files": {}}


def test_a_manifest_of_another_version_is_held_against_what_no_version_changes() -> None:
    expected = expected_manifest()
    manifest = copy_of(expected) | {"new": 1, "page": {}, "config_sha256": "0"}
    assert check_manifest(manifest, expected, same_version=False) == []
    manifest["counts"]["pages"] = 26
    (finding,) = check_manifest(manifest, expected, same_version=False)
    assert finding.detail == "counts.pages: reads 26, expected 24"


def test_inputs_that_changed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = inputs_of(CONFIG, design_of(CONFIG).fonts)
    assert changed_inputs(manifest, CONFIG)[0] == []
    spoilt = json.loads(json.dumps(manifest))
    spoilt["versions"] |= {"pikepdf": "0", "python": "9"}
    spoilt["templates"] |= {"printers.yaml": "0"}
    assert changed_inputs(spoilt | {"code": "0"}, CONFIG)[0] == ["code", "templates printers.yaml", "versions pikepdf"]
    assert changed_inputs(manifest | {"versions": None}, CONFIG)[0] == ["versions"]
    names, design = changed_inputs(manifest, CONFIG.model_copy(update={"theme": "gone"}))
    assert design is None and "gone" in names[0]


def test_files_that_the_config_does_not_ask_for_are_found(tmp_path: Path) -> None:
    files = edition().files
    assert files == {"interior.pdf", "puzzles.jsonl", "preview.png"}
    assert check_file_names(tmp_path, dict.fromkeys(files), files) == []
    (tmp_path / "answers.pdf").touch()
    named = dict.fromkeys(files - {"preview.png"} | {"cover.pdf"})
    assert [finding.detail for finding in check_file_names(tmp_path, named, files)] == [
        "files: preview.png is missing",
        "files: cover.pdf is named, but the config asks for none",
        "answers.pdf is in the folder, but the config asks for none",
    ]


def test_the_recorded_findings_are_those_found_now() -> None:
    found = [Finding("I08", 0, 0, "11 %", "up to 10 % is usual")]
    manifest = {"findings": [finding.as_dict() for finding in found], "findings_by_code": {"I08": 1}}
    assert check_recorded_findings(manifest, found) == []
    assert [one.detail.partition(":")[0] for one in check_recorded_findings(manifest, [])] == [
        "findings",
        "findings_by_code",
    ]
