"""Defines how long-running work reports its progress."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Receives the stages of a run and the steps done in each."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Begin a stage of ``total`` steps, None if unknown, of which ``done`` are done already."""

    def advance(self, steps: int = 1) -> None:
        """Report that ``steps`` more steps of the stage are done."""

    def note(self, text: str) -> None:
        """Show what the stage works on now."""


class Silent:
    """Ignores all progress."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Do nothing."""

    def advance(self, steps: int = 1) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""
