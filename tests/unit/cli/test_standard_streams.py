"""Stdout that is closed, full, or cannot encode what is printed."""

import io
import sys
from pathlib import Path

import pytest
import typer

from puzzlegen.cli.app import usable_streams
from puzzlegen.cli.console import print_data
from puzzlegen.cli.options import parse_path
from puzzlegen.errors import OutputError


def test_a_closed_stdout_is_an_error_where_data_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with usable_streams():
        assert not sys.stdout.isatty()
        for read in (sys.stdin.read, sys.stdin.readline):
            with pytest.raises(OSError, match="it is closed"):
                read()
        sys.stderr.write("lost")
        with pytest.raises(OutputError, match="stdout: it is closed"):
            print_data("text")
    assert (sys.stdin, sys.stdout, sys.stderr) == (None, None, None)


def test_what_stdout_cannot_encode_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    with usable_streams():
        print_data("before")
        with pytest.raises(
            OutputError, match=r"cannot write '\\xfc' in the encoding ascii: set PYTHONIOENCODING=utf-8"
        ):
            print_data("für")


@pytest.mark.parametrize(
    ("error", "expected"), [(OSError(28, "No space left"), OutputError), (BrokenPipeError(), typer.Exit)]
)
def test_every_later_write_fails_as_the_first_did(
    error: OSError, expected: type[Exception], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "file").open("w") as file:

        class Failing(io.StringIO):
            def flush(self) -> None:
                raise error

            def fileno(self) -> int:
                return file.fileno()

        stream = Failing()
        monkeypatch.setattr(sys, "stdout", stream)
        with usable_streams():
            for _ in range(2):
                with pytest.raises(expected):
                    print_data("text")
        monkeypatch.undo()


def test_names_that_are_not_utf8_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'a\\udcff', a name that is not UTF-8: rename the file or folder"):
        parse_path("a\udcff")
    assert parse_path("ä/b") == Path("ä/b")
