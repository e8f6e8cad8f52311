"""The progress bar on a terminal, in one line of any width."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console as Terminal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from puzzlegen.wording import rate_text

MIN_BAR, MAX_BAR = 10, 40  # columns
MIN_DETAIL = 16  # columns; a shorter detail tells nothing: "section 'Warm-u…"


def new_progress_bar() -> ProgressBar:
    """Create a bar on stderr."""
    return ProgressBar(Terminal(stderr=True, highlight=False, soft_wrap=True, emoji=False))


class ProgressBar(Progress):
    """Shows one stage at a time.

    On a narrow terminal it leaves out the detail first, then rate and elapsed time, then the bar. The steps done and
    the time left always stay.
    """

    def __init__(self, console: Terminal) -> None:
        self._stage, self._steps = TextColumn("{task.description:<10}"), MofNCompleteColumn()
        self._time_left = _TimeLeftColumn()
        self._optional: tuple[ProgressColumn, ...] = (_RateColumn(), TimeElapsedColumn())
        super().__init__(console=console, transient=True, redirect_stdout=False, redirect_stderr=False)

    def make_tasks_table(self, tasks: Iterable[Task]) -> Table:
        """Lay out the line with the columns that fit."""
        tasks = list(tasks)
        self.columns = self._columns_that_fit(tasks[-1]) if tasks else ()
        return super().make_tasks_table(tasks)

    def _columns_that_fit(self, task: Task) -> tuple[ProgressColumn, ...]:
        optional: tuple[ProgressColumn, ...] = ()
        free = self.console.width - _width(task, self._stage, self._steps, self._time_left)
        if free <= MIN_BAR:
            return (self._stage, self._steps, self._time_left)[free < -1 :]
        free -= MIN_BAR + 1
        if free >= _width(task, *self._optional):
            optional = self._optional
            free -= _width(task, *optional)
        detail = str(task.fields.get("detail", ""))
        shown: tuple[ProgressColumn, ...] = ()
        if optional and detail and free > min(MIN_DETAIL, cell_len(detail)):
            text = Text(detail, no_wrap=True)
            text.truncate(free - 1, overflow="ellipsis")
            shown = (_FixedTextColumn(text),)
            free -= cell_len(text.plain) + 1
        bar = BarColumn(min(MAX_BAR, MIN_BAR + free))
        return (self._stage, bar, self._steps, *optional, self._time_left, *shown)


class _RateColumn(ProgressColumn):
    """The rate, over the last half minute."""

    def render(self, task: Task) -> Text:
        """Return a text of constant width."""
        return Text(rate_text(task.speed, short=True).rjust(8) if task.speed else " " * 8, style="progress.data.speed")


class _TimeLeftColumn(ProgressColumn):
    """The time left in hours, minutes and seconds; blank while it is unknown.

    The estimate changes only when a step is done. In between the seconds are counted down, or it would stand still
    during a long step.
    """

    def __init__(self) -> None:
        self._steps: tuple[int, float] = (-1, 0.0)  # the task and its steps when the estimate was made
        self._since = 0.0
        super().__init__()

    def render(self, task: Task) -> Text:
        """Return a text of constant width below 10 hours."""
        seconds = task.time_remaining
        if seconds is None:
            return Text(" " * 12, style="progress.remaining")
        now, steps = task.get_time(), (task.id, task.completed)
        if steps != self._steps:
            self._steps, self._since = steps, now
        whole = int(max(0.0, seconds - (now - self._since)))
        return Text(f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02} left", style="progress.remaining")


class _FixedTextColumn(ProgressColumn):
    """A text that does not depend on the task."""

    def __init__(self, text: Text) -> None:
        self._text = text
        super().__init__()

    def render(self, task: Task) -> Text:  # noqa: ARG002  # the signature of all columns
        """Return the text."""
        return self._text


def _width(task: Task, *columns: ProgressColumn) -> int:
    """The width of columns for a task, with the gap after each."""
    return sum(cell_len(str(column(task))) + 1 for column in columns)
