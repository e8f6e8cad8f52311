"""The progress and the messages on the terminal while a command runs."""

import io
import time

import pytest
from rich.cells import cell_len
from rich.console import Console as RichConsole

from puzzlegen.cli import console
from puzzlegen.cli.console import Console
from puzzlegen.cli.progress_bar import ProgressBar
from puzzlegen.wording import rate_text


def lines(capsys: pytest.CaptureFixture[str], enough: int) -> list[str]:
    """What stands on stderr once so many lines do."""
    errors, end = "", time.monotonic() + 20
    while errors.count("\n") < enough:
        assert time.monotonic() < end, errors
        time.sleep(0.01)
        errors += capsys.readouterr().err
    return errors.splitlines()


def test_a_log_gets_lines_also_while_nothing_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 0.05)
    with Console(quiet=False) as terminal:
        terminal.start("generate", 1000, 400)
        assert lines(capsys, 2)[-1] == "generate: 400 of 1000"  # what an earlier run has made is no rate of this one
        terminal.note("section 'One'")
        terminal.advance(50)
        lines(capsys, 1)
        terminal.advance(50)
        line = lines(capsys, 2)[-1]
    assert line.startswith("generate: 500 of 1000, ")
    assert " a second, " in line and " left, section 'One'" in line


def test_time_before_the_first_is_done_says_nothing_of_the_rate(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 3600)
    now = [1000.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: now[0])
    with Console(quiet=False) as terminal:
        terminal.start("generate", 100)
        now[0] += 40  # compiling
        terminal.advance()
        assert terminal._progress_line() == "generate: 1 of 100"
        now[0] += 2
        terminal.advance(4)
        assert terminal._progress_line() == "generate: 5 of 100, 2.0 a second, 48 s left"
        terminal.start("generate", 3)
        terminal.advance()
        now[0] += 300
        terminal.advance()
        assert terminal._progress_line() == "generate: 2 of 3, 12.0 an hour, 5 min 0 s left"
        terminal.start("lay out", 1)
        now[0] += 70
        assert terminal._progress_line() == "lay out: 1 min 10 s so far"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("per_second", "words", "short"),
    [
        (1234.5, "1234.5 a second", "1234.5/s"),
        (1.0, "1.0 a second", "1.0/s"),
        (0.99, "59.4 a minute", "59.4/min"),
        (0.04, "2.4 a minute", "2.4/min"),  # was "0.0 a second"
        (1 / 61, "59.0 an hour", "59.0/h"),
        (1 / 7200, "0.5 an hour", "0.5/h"),
    ],
)
def test_a_rate_has_a_unit_in_which_it_is_no_zero(per_second: float, words: str, short: str) -> None:
    assert (rate_text(per_second), rate_text(per_second, short=True)) == (words, short)


@pytest.mark.parametrize("width", [30, 40, 45, 59, 60, 65, 80, 100, 200])
def test_a_narrow_terminal_keeps_the_figures(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    console = RichConsole(file=io.StringIO(), force_terminal=True, width=width, color_system=None)
    bar = ProgressBar(console)
    bar.get_time = lambda: now[0]
    task = bar.add_task("generate", total=1360, detail="section 'Warm-up'")
    for _ in range(31):
        now[0] += 1
        bar.advance(task, 30)
    with console.capture() as seen:
        console.print(bar.get_renderable())
    (line,) = seen.get().splitlines()
    assert cell_len(line) <= width
    parts = {"bar": "━" in line, "rate": "30.0/s" in line, "at": "section 'Warm" in line}
    assert line.startswith("generate ") == (width >= 40)
    assert "930/1360 " in line and "0:00:15 left" in line
    assert parts["bar"] == (width >= 45) and parts["rate"] == (width >= 65) and parts["at"] == (width >= 80)
    assert ("section 'Warm-up'" in line) == (width >= 80)


def test_a_clock_that_goes_back_makes_no_negative_times(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 0.05)
    with Console(quiet=False) as terminal:
        terminal.start("generate", 10)
        monkeypatch.setattr(time, "time", lambda: -1e9)
        terminal.advance(5)
        assert "-" not in lines(capsys, 1)[-1]


def test_quiet_prints_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 0.01)
    with Console(quiet=True) as terminal:
        terminal.start("generate", 10)
        terminal.advance(5)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("seconds", "says"), [(0.4, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (7384, "2 h 3 min")])
def test_durations_in_two_units(seconds: float, says: str) -> None:
    assert console._duration(seconds) == says


def test_warnings_are_printed_even_when_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    with Console(quiet=True) as terminal:
        terminal.info("ordinary")
        terminal.warn("important")
    assert capsys.readouterr().err == "important\n"


def test_messages_escape_what_would_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Console(quiet=False) as terminal:
        terminal.info("in the folder \x1b[2J\x0e")
        terminal.warn("[bold]two\nlines")
    console.print_error("no such file: \x07\n")
    assert capsys.readouterr().err == "in the folder \\x1b[2J\\x0e\n[bold]two\nlines\nno such file: \\x07\n"


def test_data_goes_to_stdout_alone(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_data("4x4:p")
    console.print_data("{}\n", end="")
    assert capsys.readouterr() == ("4x4:p\n{}\n", "")


def test_a_stage_of_unknown_length_counts_without_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 3600)
    now = [50.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: now[0])
    with Console(quiet=False) as terminal:
        terminal.start("solve", None)
        terminal.advance(10)
        now[0] += 5
        terminal.advance(20)
        assert terminal._progress_line() == "solve: 30, 4.0 a second"
    assert capsys.readouterr().err == ""


def test_the_time_left_is_counted_down_during_a_long_step() -> None:
    now = [1000.0]
    console = RichConsole(file=io.StringIO(), force_terminal=True, width=80, color_system=None)
    bar = ProgressBar(console)
    bar.get_time = lambda: now[0]
    task = bar.add_task("verify", total=60)

    def line() -> str:
        with console.capture() as seen:
            console.print(bar.get_renderable())
        return seen.get()

    for _ in range(30):
        now[0] += 1
        bar.advance(task)
    assert "0:00:30 left" in line()
    now[0] += 12
    assert "0:00:18 left" in line()
    now[0] += 60
    assert "0:00:00 left" in line()
    bar.advance(task)
    assert "0:00:00 left" not in line()
