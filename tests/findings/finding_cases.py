"""The cases of findings: a damaged input for each code, in tests/findings/CODE/cases.yaml, and what must be said of it.

A case is a mapping with ``says``, lines that must come as they are. Its input is one of these:

- ``damage``: a row of the table in tests/damage by its name. Rows of an artifact are tried together on one copy of it,
  those with ``alone: true`` each on a copy for itself. ``{folder}`` in a line stands for the folder of the copy.
- ``file``: what ``PrintedFile`` adds to a sound file, described by ``what``; and ``preflight``: the words of the
  command behind the file's name. ``also`` names further codes that must come; all others must not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from kinds import Kind, by_name
from table import KINDS

HERE = Path(__file__).parent
ROWS = by_name(KINDS)
UNCOVERED = {
    "I02": "the smallest limit is 650 MB: test_a_file_too_large in test_printer_rules.py lowers it",
}


@dataclass(frozen=True)
class FindingCase:
    """A damaged input, and the lines of findings that must come. ``code`` is the name of its folder."""

    code: str
    says: list[str]
    what: str = ""
    damage: str = ""
    alone: bool = False
    file: dict[str, Any] = field(default_factory=dict)
    preflight: str = ""
    also: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Identifies the case among all."""
        return f"{self.code} {self.what or self.damage}"

    @property
    def kind(self) -> Kind:
        """The row of the table of damage. Raises KeyError for a name that is not there."""
        return ROWS[self.damage]


def all_cases() -> Iterator[FindingCase]:
    """Read the cases of all folders, in the order of their codes."""
    for path in sorted(HERE.glob("*/cases.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            yield FindingCase(path.parent.name, **case)
