"""Who is told how far the work is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told of stages and their steps."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """A stage of ``total`` steps begins, None where nobody knows how many will come; ``done`` of them are done."""

    def advance(self, steps: int = 1) -> None:
        """Some steps of the stage are done."""

    def note(self, text: str) -> None:
        """What the stage is at."""


class Silent:
    """Progress that nobody watches."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Say nothing."""

    def advance(self, steps: int = 1) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""
