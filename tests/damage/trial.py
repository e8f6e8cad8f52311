"""Tries a kind of damage on a copy of its sound artifact, and says which findings come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from kinds import Kind
from redoing import redo
from sound import DAILY, LEDGER, PUBLIC, SITE, ZIP

from puzzlegen.book.verification import verify_book
from puzzlegen.checking.findings import Finding
from puzzlegen.daily.published_verification import verify_published
from puzzlegen.daily.verification import verify_daily, verify_zip
from puzzlegen.errors import PuzzlegenError
from puzzlegen.jobs.ordered_work import Silent

SOUND = {"I08"}  # a warning that a sound book has, because it is too short for its blank pages
COPIES = {"zip of days": ZIP, "published copy": PUBLIC}  # of the daily, by the group of their damage
REFUSED = "refused"  # verification ends with an error of one line and exit code 2


@dataclass(frozen=True)
class Trial:
    """What was found: the codes, or why the verification was refused; ``fault`` is a traceback's last line."""

    kind: str
    found: tuple[str, ...]
    fault: str = ""

    def is_caught(self, kind: Kind) -> bool:
        """Whether a finding came that the kind names."""
        return not self.fault and any(code in self.found for code in kind.codes)


def findings_of(folder: Path, artifact: str) -> list[Finding]:
    """Verify an artifact, and return all findings."""
    if artifact != DAILY:
        return list(verify_book(folder, Silent()).findings)
    findings: list[Finding] = []
    if (folder / SITE).is_dir():
        findings += verify_daily(folder / SITE, Silent()).findings
    if (folder / PUBLIC).is_dir():
        findings += verify_published(folder / PUBLIC, Silent()).findings
    if (folder / ZIP).is_file():
        findings += verify_zip(folder / ZIP, Silent()).findings
    return findings


def codes_of(folder: Path, artifact: str) -> set[str]:
    """Verify an artifact, and return the codes of all findings."""
    return {finding.code for finding in findings_of(folder, artifact)}


def tried(kind: Kind, sound: Path) -> Trial:
    """Damage a copy of the artifact in ``sound`` and verify it."""
    try:
        return Trial(kind.name, tuple(sorted(codes_after([kind], sound))))
    except PuzzlegenError:
        return Trial(kind.name, (REFUSED,))
    except Exception as error:
        return Trial(kind.name, (), f"{type(error).__name__}: {error}")


def tried_after_upgrade(kind: Kind, sound: Path) -> tuple[Trial, bool]:
    """Damage a copy of a book and verify it by another version of puzzlegen, which cannot draw it again.

    Returns the trial with the codes of errors, and whether only the ledger has told.
    """
    try:
        with damaged([kind], sound) as copy, other_version():
            errors = [one for one in verify_book(copy, Silent()).findings if one.is_error]
    except PuzzlegenError:
        return Trial(kind.name, (REFUSED,)), False
    except Exception as error:
        return Trial(kind.name, (), f"{type(error).__name__}: {error}"), False
    only_ledger = all(LEDGER in one.detail for one in errors)
    return Trial(kind.name, tuple(sorted({one.code for one in errors}))), bool(errors) and only_ledger


@contextmanager
def other_version() -> Iterator[None]:
    """Let this version seem another one than that which built the books."""
    with (
        patch("puzzlegen.book.manifest.__version__", "999.0"),
        patch("puzzlegen.book.manifest.drawing_code_version", lambda: "another"),
    ):
        yield


def codes_after(kinds: Sequence[Kind], sound: Path) -> set[str]:
    """Damage a copy of an artifact in ``sound`` in all these ways, and verify it. Raises PuzzlegenError."""
    with damaged_without_ledger(kinds, sound) as copy:
        return codes_of(copy, kinds[0].artifact)


def damaged_findings(kinds: Sequence[Kind], sound: Path) -> set[str]:
    """As ``codes_after``, but return the findings as lines, with ``{folder}`` for the folder of the artifact."""
    with damaged_without_ledger(kinds, sound) as copy:
        return {str(finding).replace(str(copy), "{folder}") for finding in findings_of(copy, kinds[0].artifact)}


@contextmanager
def damaged_without_ledger(kinds: Sequence[Kind], sound: Path) -> Iterator[Path]:
    """As ``damaged``, but remove the ledger of a book, which would find all damage by the digest of the manifest."""
    with damaged(kinds, sound) as copy:
        if kinds[0].artifact != DAILY:
            (copy / LEDGER).unlink()
        yield copy


@contextmanager
def damaged(kinds: Sequence[Kind], sound: Path) -> Iterator[Path]:
    """Damage a copy of an artifact in ``sound`` in all these ways, and yield its folder."""
    artifact = kinds[0].artifact
    with TemporaryDirectory(prefix="damage-") as name:
        copy = Path(name) / artifact
        shutil.copytree(sound / artifact, copy)
        groups = {kind.group for kind in kinds}
        for path in [copy / one for group, one in COPIES.items() if group not in groups]:
            if path.is_dir():  # verified apart: they have copies of the undamaged files
                shutil.rmtree(path)
            path.unlink(missing_ok=True)
        for kind in kinds:
            kind.change(copy)
        if any(kind.redo for kind in kinds):
            redo(copy, artifact)
        yield copy
