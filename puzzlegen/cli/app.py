"""The ``puzzlegen`` command: assembles all commands, and turns errors into messages and exit codes.

Exit codes: 0 success; 1 a puzzle is not uniquely solvable, or a check found errors; 2 wrong usage, config or input;
130 interrupted by Ctrl-C; 143 stopped by SIGTERM, as systemd, cron and docker do. Only data goes to stdout.

Commands import heavy modules (the engine, clingo, reportlab) only when they run, so that ``--help`` stays quick. A
command whose name comes first is imported and built alone: typer takes 0.1 s for the options of all (2026-11-26).
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from puzzlegen.cli.console import print_data, print_error
from puzzlegen.cli.standard_streams import usable_streams
from puzzlegen.errors import Interrupted, PuzzlegenError

INTERRUPTED = 130

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
    "picture": "picture",
    "classic": "classic",
    "solve": "solve",
    "grade": "grade_convert_render",
    "convert": "grade_convert_render",
    "render": "grade_convert_render",
    "verify": "book",
    "preflight": "book",
    "schema": "book",
    "studio": "studio",
    "doctor": "doctor",
    "new": "new",
    "ledger": "ledger",
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
    with usable_streams(), _sigterm_as_interrupt() as received:
        code = _run()
    sys.exit(128 + received[0] if received and code == INTERRUPTED else code)


def _run() -> int:
    """Run the command and return its exit code."""
    code: int
    try:
        code = app_with(*[(name,) for name in sys.argv[1:2] if name in COMMANDS])(standalone_mode=False)
    except PuzzlegenError as error:
        print_error(str(error))
        code = 2
    except Interrupted as stop:
        print_error(f"interrupted: {stop}")
        return INTERRUPTED
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except typer.Exit as leave:
        code = leave.exit_code
    except Exception as error:
        code = _report_foreign_error(error)
    if code == INTERRUPTED:  # typer returns this code after an interruption
        print_error("interrupted")
    return code


@contextmanager
def _sigterm_as_interrupt() -> Iterator[list[int]]:
    """Treat SIGTERM as Ctrl-C within the block, and put it into the list that is yielded. Ignore further ones."""
    received: list[int] = []

    def interrupt(number: int, _: object) -> None:
        if not received:
            received.append(number)
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only the main thread may handle signals
        yield received
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield received
    finally:
        signal.signal(signal.SIGTERM, before)


def _report_foreign_error(error: Exception) -> int:
    """Print an error of typer or the system and return its exit code. Raise any other error again: it is a bug."""
    if isinstance(error, _UsageError):
        print_error(f"{_usage_message(error)} (puzzlegen --help lists the commands and options)")
        return 2
    if isinstance(error, OSError):
        print_error(f"{error.filename or 'file system'}: {error.strerror or error}")
        return 2
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
        return f"{low:g} or more"
    return f"{high:g} or less" if low is None else f"{low:g} to {high:g}"
