"""Tries a kind of damage on a copy of its sound artifact, and says which findings come."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kinds import Kind
from redoing import redo
from sound import DAILY, SITE, ZIP

from puzzlegen.book.verification import verify_book
from puzzlegen.daily.verification import verify_daily
from puzzlegen.daily.zip_verification import verify_zip
from puzzlegen.errors import PuzzlegenError
from puzzlegen.jobs.progress import Silent

SOUND = {"I08"}  # a warning that a sound book has, because it is too short for its blank pages
ZIP_GROUP = "zip of days"
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


def codes_of(folder: Path, artifact: str) -> set[str]:
    """Verify an artifact, and return the codes of all findings."""
    if artifact != DAILY:
        return {finding.code for finding in verify_book(folder, Silent()).findings}
    found = {finding.code for finding in verify_daily(folder / SITE, Silent()).findings}
    if (folder / ZIP).is_file():
        found |= {finding.code for finding in verify_zip(folder / ZIP, Silent()).findings}
    return found


def tried(kind: Kind, sound: Path) -> Trial:
    """Damage a copy of the artifact in ``sound`` and verify it."""
    try:
        return Trial(kind.name, tuple(sorted(codes_after([kind], sound))))
    except PuzzlegenError:
        return Trial(kind.name, (REFUSED,))
    except Exception as error:
        return Trial(kind.name, (), f"{type(error).__name__}: {error}")


def codes_after(kinds: Sequence[Kind], sound: Path) -> set[str]:
    """Damage a copy of an artifact in ``sound`` in all these ways, and verify it. Raises PuzzlegenError."""
    artifact = kinds[0].artifact
    with TemporaryDirectory(prefix="damage-") as name:
        copy = Path(name) / artifact
        shutil.copytree(sound / artifact, copy)
        if not any(kind.group == ZIP_GROUP for kind in kinds):
            (copy / ZIP).unlink(missing_ok=True)  # verified apart: it has copies of the undamaged files
        for kind in kinds:
            kind.change(copy)
        if any(kind.redo for kind in kinds):
            redo(copy, artifact)
        return codes_of(copy, artifact)
