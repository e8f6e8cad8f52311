"""Lets manifests, digests and the ledger agree with damaged files, so that no checksum catches the damage."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from sound import DAILY, LEDGER, PUBLIC, SERIES, SITE

from puzzlegen.files.build_folder import MANIFEST, digest
from puzzlegen.ledger.days import DailyLedger, Day
from puzzlegen.ledger.ledger import Printing


def redo(folder: Path, artifact: str) -> None:
    """Let all manifests of an artifact agree with its files."""
    if artifact == DAILY:
        for manifest in sorted((folder / SITE).glob(f"2*/{MANIFEST}")):
            redo_daily_manifest(manifest.parent)
            _redo_ledger(folder / LEDGER, manifest.parent)
        redo_daily_manifest(folder / SITE)
        if (folder / PUBLIC).is_dir():
            redo_daily_manifest(folder / PUBLIC)
        return
    for manifest in sorted(folder.glob(f"*/{MANIFEST}")):
        _redo_book_manifest(manifest.parent)
    _redo_book_manifest(folder)


def read_json(path: Path) -> Any:
    """Read a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, data: Any) -> None:
    """Write a manifest as puzzlegen does."""
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _redo_book_manifest(folder: Path) -> None:
    path = folder / MANIFEST
    if not path.is_file():
        return
    data = read_json(path)
    for name in data.get("files", {}):
        if (folder / name).is_file():
            data["files"][name] = digest(folder / name)
    for name, edition in data.get("editions", {}).items():
        if (folder / name / MANIFEST).is_file():
            edition["manifest_sha256"] = digest(folder / name / MANIFEST)
    write_json(path, data)


def redo_daily_manifest(folder: Path) -> None:
    """Let the manifest of a day, a series or a published copy agree with the files that it names."""
    for record in (*sorted(folder.glob("archive/*.json")), folder / MANIFEST):  # it names the records of months
        data = read_json(record)
        for name, facts in data["files"].items():
            if (folder / name).is_file():
                facts |= {"bytes": (folder / name).stat().st_size, "sha256": digest(folder / name)}
        write_json(record, data)


def _redo_ledger(ledger: Path, folder: Path) -> None:
    with DailyLedger(ledger, write=True) as opened:
        for day in opened.days(SERIES):
            if day.name == folder.name:
                settle(opened, replace(day, manifest_sha256=digest(folder / MANIFEST)))


def settle(ledger: DailyLedger, day: Day) -> None:
    """Record a day as placed."""
    printing = Printing("daily", SERIES, "The Damaged Daily", SITE, "", "", "{}", "2026-12-02T00:00:00+00:00")
    ledger.settle_day(day, printing)
