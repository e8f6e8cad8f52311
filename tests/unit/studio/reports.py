"""Replaces the connection of a working process to the server of the studio."""

import json
from typing import Any


class Reports:
    """Keeps the reports that are sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, tuple[Any, ...]]] = []

    def send(self, report: tuple[str, tuple[Any, ...]]) -> None:
        self.sent.append(report)

    def close(self) -> None:
        pass

    @property
    def texts(self) -> list[str]:
        return [str(values[0]) for kind, values in self.sent if kind == "line"]

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]

    @property
    def end(self) -> tuple[str, str, list[dict[str, Any]]]:
        """The state at the end, a summary in one line, and findings."""
        state, summary, findings = next(values for kind, values in self.sent if kind == "end")
        return state, summary, findings
