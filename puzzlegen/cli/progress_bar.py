"""The bar on a terminal: how far the work is, in one line of whatever width there is."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.progress import Progress as RichBar
from rich.table import Table
from rich.text import Text

LEAST_BAR, MOST_BAR = 10, 40  # columns
LEAST_AT = 16  # columns below which what the stage is at says nothing: "section 'Warm-u…"


class _Rate(ProgressColumn):
    """Steps a second, of the last half minute."""

    def render(self, task: Task) -> Text:
        """Always of the same width."""
        return Text(f"{task.speed:.1f}/s".rjust(8) if task.speed else " " * 8, style="progress.data.speed")


class _Left(ProgressColumn):
    """The time left; nothing where nobody can tell."""

    def render(self, task: Task) -> Text:
        """Hours, minutes and seconds."""
        seconds = task.time_remaining
        told = "" if seconds is None else f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"
        return Text(f"{told} left" if told else " " * 12, style="progress.remaining")


class Bar(RichBar):
    """One stage at a time. Where the terminal is narrow it leaves out what the stage is at, then the rate and the time
    passed, then the bar; how many are done and the time left stay.
    """

    def __init__(self, console: Console) -> None:
        self._stage, self._figures, self._left = TextColumn("{task.description:<10}"), MofNCompleteColumn(), _Left()
        self._passing: tuple[ProgressColumn, ...] = (_Rate(), TimeElapsedColumn())
        super().__init__(console=console, transient=True, redirect_stdout=False, redirect_stderr=False)

    def make_tasks_table(self, tasks: Iterable[Task]) -> Table:
        """The line."""
        tasks = list(tasks)
        self.columns = self._chosen(tasks[-1]) if tasks else ()
        return super().make_tasks_table(tasks)

    def _chosen(self, task: Task) -> tuple[ProgressColumn, ...]:
        """The columns there is room for."""
        passing: tuple[ProgressColumn, ...] = ()
        room = self.console.width - _width(task, self._stage, self._figures, self._left)
        if room <= LEAST_BAR:
            return (self._stage, self._figures, self._left)[room < -1 :]
        room -= LEAST_BAR + 1
        if room >= _width(task, *self._passing):
            passing = self._passing
            room -= _width(task, *passing)
        at = str(task.fields.get("at", ""))
        shown: tuple[ProgressColumn, ...] = ()
        if passing and at and room > min(LEAST_AT, cell_len(at)):
            text = Text(at, no_wrap=True)
            text.truncate(room - 1, overflow="ellipsis")
            shown = (_Said(text),)
            room -= cell_len(text.plain) + 1
        bar = BarColumn(min(MOST_BAR, LEAST_BAR + room))
        return (self._stage, bar, self._figures, *passing, self._left, *shown)


class _Said(ProgressColumn):
    """A text."""

    def __init__(self, text: Text) -> None:
        self._text = text
        super().__init__()

    def render(self, task: Task) -> Text:  # noqa: ARG002  # as of other columns
        """The text."""
        return self._text


def _width(task: Task, *columns: ProgressColumn) -> int:
    """Of the columns, with the gap after each."""
    return sum(cell_len(str(column(task))) + 1 for column in columns)
