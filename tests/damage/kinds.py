"""A kind of damage: one change to a sound artifact, and the finding that must come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

Change = Callable[[Path], None]  # takes the folder of the artifact


@dataclass(frozen=True)
class Kind:
    """One kind of damage.

    ``artifact`` is a name of ``sound.CONFIGS``, ``group`` the class of damage. ``codes``: any of them must be found.
    ``redo``: digests and manifests are made to agree with the damage afterwards. ``quick`` kinds, all of one book, are
    tried in the suite as after an upgrade of puzzlegen. ``reason`` says why it is not caught, empty if it must be.
    """

    group: str
    what: str
    artifact: str
    codes: tuple[str, ...]
    change: Change
    redo: bool = True
    quick: bool = False
    reason: str = ""

    @property
    def name(self) -> str:
        """Identifies the kind in the table."""
        return f"{self.artifact}, {self.group}: {self.what}"


@dataclass(frozen=True)
class Rows:
    """Makes the kinds of a group that share the artifact and the finding."""

    group: str
    artifact: str
    codes: str

    def __call__(self, what: str, change: Change, codes: str = "", **options: object) -> Kind:
        """Return one kind; ``codes`` replaces those of the group."""
        found = tuple((codes or self.codes).split())
        return Kind(self.group, what, self.artifact, found, change, **options)


def by_name(kinds: Iterable[Kind]) -> dict[str, Kind]:
    """Return the kinds by name. Raises ValueError for two of one name."""
    found: dict[str, Kind] = {}
    for kind in kinds:
        if kind.name in found:
            raise ValueError(f"two kinds are called {kind.name!r}")
        found[kind.name] = kind
    return found
