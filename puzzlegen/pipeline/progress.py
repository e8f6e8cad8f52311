"""Who is told how far the work is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told of stages and their steps."""

    def start(self, stage: str, total: int) -> None:
        """A stage of ``total`` steps begins."""

    def advance(self) -> None:
        """One step of the stage is done."""


class Silent:
    """Progress that nobody watches."""

    def start(self, stage: str, total: int) -> None:
        """Say nothing."""

    def advance(self) -> None:
        """Say nothing."""
