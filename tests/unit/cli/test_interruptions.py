"""What ends a command as an interruption: Ctrl-C and the end of the input at a question, but no other EOFError."""

import io
import sys
from collections.abc import Callable

import pytest
import typer

from puzzlegen.cli import app
from puzzlegen.errors import INTERRUPTED


def asks() -> None:
    typer.confirm("Is this today's date?", err=True)


def is_stopped() -> None:
    raise KeyboardInterrupt


def is_broken() -> None:
    raise EOFError("marshal data too short")  # as of an import of a file that is cut off


def runs(command: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command in place of those of puzzlegen, without input, and return the exit code."""
    only = typer.Typer()
    only.command()(command)
    monkeypatch.setattr(app, "app_with", lambda *_: only)
    monkeypatch.setattr(sys, "argv", ["puzzlegen"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit) as stop:
        app.main()
    return int(stop.value.code or 0)


@pytest.mark.parametrize("command", [asks, is_stopped])
def test_the_user_interrupts_a_command(
    command: Callable[[], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert runs(command, monkeypatch) == INTERRUPTED
    assert "interrupted" in capsys.readouterr().err


def test_the_end_of_another_file_is_no_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EOFError, match="marshal data too short"):
        runs(is_broken, monkeypatch)
