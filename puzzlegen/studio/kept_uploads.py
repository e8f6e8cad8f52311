"""The uploads of the page for picture puzzles, which are kept in a folder of the studio, and the options for each.

An image is kept as a PNG that Pillow has encoded again, a drawing as text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.errors import OutputError
from puzzlegen.pictures.reduction_options import SPECKS
from puzzlegen.studio.projects import path_inside

UPLOADS = ".studio/pictures"  # in the folder of the studio
_KEY = re.compile("[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class UploadOptions:
    """The options for the puzzle of an upload, as in ``puzzlegen picture``; an empty ``difficulty`` allows any."""

    width: int = 30
    threshold: int | None = None
    specks: int = SPECKS
    invert: bool = False
    kind: str = "mosaic"
    difficulty: str = ""
    seed: str = "picture"


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload that is kept: its key, its name without ending, notes on its file, and whether it is a drawing."""

    key: str
    name: str
    notes: tuple[str, ...]
    is_drawing: bool

    def path(self, workspace: Path) -> Path:
        """Return its file. Raises OutputError for a link out of the folder."""
        return path_inside(workspace, f"{UPLOADS}/{self.key}{'.txt' if self.is_drawing else '.png'}")


def facts_file(workspace: Path, key: str) -> Path:
    """Return the file with the facts about an upload. Raises OutputError for a link out of the folder."""
    return path_inside(workspace, f"{UPLOADS}/{key}.json")


def upload_of(workspace: Path, key: str) -> Upload:
    """Return the upload of a key. Raises OutputError if there is none."""
    if _KEY.fullmatch(key):
        try:
            facts = json.loads(facts_file(workspace, key).read_text(encoding="utf-8"))
            found = Upload(key, str(facts["name"]), tuple(map(str, facts["notes"])), bool(facts["is_drawing"]))
            if found.path(workspace).is_file():
                return found
        except (OSError, ValueError, LookupError, TypeError):
            pass  # removed, or changed by hand
    raise OutputError("this picture is not kept anymore: choose its file again")
