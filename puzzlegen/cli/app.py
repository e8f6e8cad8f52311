"""The ``puzzlegen`` command: assembles all commands, and turns errors into messages and exit codes.

Exit codes: 0 success; 1 a puzzle is not uniquely solvable, or a check found errors; 2 wrong usage, config or input; 3
``daily --publish`` published all but damaged days; 130 interrupted by Ctrl-C; 143 stopped by SIGTERM, as systemd, cron
and docker do. Only data goes to stdout. The streams are made usable however the shell has set them up.

Commands import heavy modules (the engine, clingo, reportlab) only when they run, so that ``--help`` stays quick. A
command whose name comes first is imported and built alone: typer takes 0.1 s for the options of all (2026-11-26).
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TextIO, cast

import typer
from typer.core import TyperGroup

from puzzlegen.cli.console import print_data, print_error
from puzzlegen.errors import INTERRUPTED, Interrupted, OutputError, PuzzlegenError


@contextmanager
def usable_streams() -> Iterator[None]:
    """Open closed streams on the null device, and turn errors of stdout within the block into OutputError.

    Reading a closed stdin is an error.

    A closed stream would give its number to the next file that is opened, such as a ledger.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdin is None:
        sys.stdin = cast(TextIO, _ClosedStdin())
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # stays open as long as the process
    sys.stdout = cast(TextIO, _CheckedStdout(sys.stdout))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _ClosedStdin(io.TextIOBase):
    """Stdin that the shell has closed, which is not the same as an empty one."""

    def read(self, _: int | None = -1) -> str:
        """Raise OSError."""
        raise OSError(errno.EBADF, "it is closed")

    def readline(self, _: int = -1) -> str:  # type: ignore[override]  # as of an open stream
        """Raise OSError."""
        return self.read()


class _CheckedStdout:
    """Stdout that raises OutputError where it cannot be written to.

    If its reader has closed it, as ``head`` does, the command ends with exit code 0.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._problem: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # typer would write to it, past the checks here
            raise AttributeError(name)
        return getattr(self._stream, name)

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def write(self, text: str) -> int:
        """Write a text. Raises OutputError."""
        if self._problem is not None:  # typer tries an empty text first, and ignores its error
            raise self._problem
        if self._stream is None:
            raise OutputError("stdout: it is closed: send the output to a file or another program")
        try:
            return self._stream.write(text)
        except UnicodeEncodeError as error:
            character = ascii(error.object[error.start])
            raise OutputError(
                f"stdout: cannot write {character} in the encoding {error.encoding}: set PYTHONIOENCODING=utf-8"
            ) from None
        except OSError as error:
            raise self._give_up(error) from None

    def flush(self) -> None:
        """Write what is buffered. Raises OutputError."""
        if self._stream is None:
            return
        try:
            self._stream.flush()
        except OSError as error:
            raise self._give_up(error) from None

    def _give_up(self, error: OSError) -> Exception:
        """Return what to raise. Discard the rest of the buffer, with which Python would fail again at its exit."""
        if self._stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
        problem = OutputError(f"stdout: cannot be written to: {error.strerror or error}")
        self._problem = typer.Exit() if isinstance(error, BrokenPipeError) else problem
        return self._problem


# The base class of typer's usage errors, found by inheritance: typer has its own copy of click, under changing names.
_UsageError: Any = typer.BadParameter.__mro__[1]
_NUMBERS = {"int_parsing": "a whole number", "float_parsing": "a number"}  # error types of pydantic
_RANGES = {"greater_than_equal", "less_than_equal"}


class DefinitionOrderGroup(TyperGroup):
    """Lists commands in the order in which they are added."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is click's
        """Return the names in that order."""
        return list(self.commands)


# Where each command is, in the order of ``--help``, which lists groups last
COMMANDS = {
    "book": "book",
    "daily": "daily",
    "generate": "generate",
    "complete": "generate",
    "picture": "generate",
    "classic": "classic",
    "solve": "solve",
    "grade": "puzzles",
    "convert": "puzzles",
    "render": "puzzles",
    "verify": "book",
    "preflight": "book",
    "schema": "book",
    "studio": "services",
    "doctor": "services",
    "new": "new",
    "ledger": "services",
}
GROUPS = {"new", "ledger"}


@cache
def app_with(names: tuple[str, ...] = tuple(COMMANDS)) -> typer.Typer:
    """Return the command line with the commands of these names."""
    app = typer.Typer(
        cls=DefinitionOrderGroup,
        help="Pen-and-paper Minesweeper: make, prove and grade puzzles, and publish them as books and dailies.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_root)
    for name in names:
        module = import_module(f"puzzlegen.cli.{COMMANDS[name]}")
        if name in GROUPS:
            app.add_typer(module.app, name=name)
        else:
            app.command()(getattr(module, name))
    return app


def _root(version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    if version:
        from puzzlegen.version import __version__

        print_data(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line and exit. Every error of the input ends in a message and exit code 2."""
    with usable_streams(), _signals_as_interrupts() as received:
        code = _run(received)
    sys.exit(128 + received[0] if received and code == INTERRUPTED else code)


def _run(received: list[int]) -> int:
    """Run the command and return its exit code. ``received`` has the signals that have interrupted it."""
    code: int
    try:
        code = app_with(*[(name,) for name in sys.argv[1:2] if name in COMMANDS])(standalone_mode=False)
    except PuzzlegenError as error:
        print_error(str(error))
        code = 2
    except Interrupted as stop:
        print_error(f"interrupted: {stop}")
        return INTERRUPTED
    except (KeyboardInterrupt, typer.Abort) as stop:
        if isinstance(stop.__cause__, EOFError):  # which typer takes for the end of the input, as at a question
            raise stop.__cause__ from None
        code = INTERRUPTED
    except typer.Exit as leave:
        code = leave.exit_code
    except Exception as error:
        code = _report_foreign_error(error, received)
    if code == INTERRUPTED:  # typer returns this code after an interruption
        print_error("interrupted")
    return code


@contextmanager
def _signals_as_interrupts() -> Iterator[list[int]]:
    """Within the block, let Ctrl-C and the first SIGTERM raise KeyboardInterrupt. Yield a list of those received."""
    received: list[int] = []

    def interrupt(number: int, _: object) -> None:
        if number != signal.SIGTERM or number not in received:
            received.append(number)
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only the main thread may handle signals
        yield received
        return
    signals = [signal.SIGTERM]
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else the shell has it ignored
        signals.append(signal.SIGINT)
    before = {number: signal.signal(number, interrupt) for number in signals}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report_foreign_error(error: Exception, received: list[int]) -> int:
    """Print an error of typer or the system and return its exit code. Raise any other error again: it is a bug.

    Unless a signal has interrupted the command: libraries turn a KeyboardInterrupt into errors of many kinds, such as
    a SchemaError while pydantic builds a model, and a RuntimeError while logging is set up (2026-11-28).
    """
    if isinstance(error, _UsageError):
        print_error(f"{_usage_message(error)} (puzzlegen --help lists the commands and options)")
        return 2
    if isinstance(error, OSError):
        print_error(f"{error.filename or 'file system'}: {error.strerror or error}")
        return 2
    if received:
        return INTERRUPTED
    raise error


def _usage_message(error: Any) -> str:
    """The message of a usage error. For a wrong value: the option, the value found, and the values allowed."""
    param, cause = getattr(error, "param", None), error.__cause__
    if param is None or not hasattr(cause, "errors"):
        return str(error.format_message())
    first = cause.errors()[0]
    name = max(param.opts, key=len) if param.param_type_name == "option" else (param.metavar or param.name).strip("[].")
    if first["type"] in _RANGES:
        return f"{name}: found {first['input']}, allowed {_range(param.min, param.max)}"
    if first["type"] in _NUMBERS:
        return f"{name}: found {first['input']!r}, expected {_NUMBERS[first['type']]}"
    return f"{name}: {str(first['msg']).removeprefix('Value error, ').removesuffix('.')}"


def _range(low: float | None, high: float | None) -> str:
    if high is None:
        return f"{low:.12g} or more"
    return f"{high:.12g} or less" if low is None else f"{low:.12g} to {high:.12g}"
