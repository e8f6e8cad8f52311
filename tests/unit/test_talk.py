"""What people are told while they wait."""

import time

import pytest

from puzzlegen import talk
from puzzlegen.talk import Talk


def lines(capsys: pytest.CaptureFixture[str], enough: int) -> list[str]:
    """What stands on stderr once so many lines do."""
    said, end = "", time.monotonic() + 20
    while said.count("\n") < enough:
        assert time.monotonic() < end, said
        time.sleep(0.01)
        said += capsys.readouterr().err
    return said.splitlines()


def test_a_log_gets_lines_also_while_nothing_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "LOG_SECONDS", 0.05)
    with Talk(quiet=False) as said:
        said.start("generate", 1000, 400)
        assert lines(capsys, 2)[-1] == "generate: 400 of 1000"  # what an earlier run has made is no rate of this one
        said.note("section 'One'")
        said.advance(100)
        line = lines(capsys, 2)[-1]
    assert line.startswith("generate: 500 of 1000, ")
    assert " a second, " in line and " left, section 'One'" in line


def test_a_clock_that_goes_back_makes_no_negative_times(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "LOG_SECONDS", 0.05)
    with Talk(quiet=False) as said:
        said.start("generate", 10)
        monkeypatch.setattr(time, "time", lambda: -1e9)
        said.advance(5)
        assert "-" not in lines(capsys, 1)[-1]


def test_who_wants_quiet_is_told_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "LOG_SECONDS", 0.01)
    with Talk(quiet=True) as said:
        said.start("generate", 10)
        said.advance(5)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("seconds", "says"), [(0.4, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (7384, "2 h 3 min")])
def test_durations_in_two_units(seconds: float, says: str) -> None:
    assert talk._duration(seconds) == says
