"""Options and arguments that several commands share, with the functions that parse their values."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.lattices import KIND_MEANING, VARIANTS, Variant, variant_named
from puzzlegen.errors import FormatError
from puzzlegen.files.writing import LEDGER_NAME, OUTPUT
from puzzlegen.formats.registry import FORMAT_NAMES
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.jobs.run_log import LOG, LogLevel

MAX_NUMBER = 1_000_000_000  # of any option: kernels count in 64 bits
MAX_JOBS = 256
CPUS = min(available_cpus(), MAX_JOBS)
DEFAULT_LEDGER = OUTPUT / LEDGER_NAME  # where ``puzzlegen book`` records by default


class TextOrJson(StrEnum):
    """Output for people or for programs."""

    TEXT = "text"
    JSON = "json"


def parse_path(text: str | Path) -> Path:
    """Parse the value of an option or argument that is a path, or its default.

    Raises ValueError for an empty value, such as a shell makes of a variable that is not set. As a path it would mean
    the current folder. Raises ValueError for a name that is not UTF-8, because no manifest or ledger can hold it.
    """
    if any("\ud800" <= character <= "\udfff" for character in str(text)):  # Python's form of such bytes
        raise ValueError(f"found {str(text)!a}, a name that is not UTF-8: rename the file or folder")
    if text == "":
        raise ValueError("found an empty value, expected the name of a file or folder; is a shell variable not set?")
    return Path(text)


def parse_variant(name: str) -> Variant:
    """Parse the value of ``--kind``. Raises ValueError for an unknown name."""
    try:
        return variant_named(str(name))
    except FormatError as error:
        raise ValueError(error.problems[0].text) from None


def parse_format(name: str) -> str:
    """Parse the name of a format. Raises ValueError for an unknown one."""
    if name not in FORMAT_NAMES:
        raise ValueError(f"found {name!r}, allowed {', '.join(FORMAT_NAMES)}")
    return name


KIND_VALUES = f"[{'|'.join(VARIANTS)}]"
FORMAT_VALUES = f"[{'|'.join(FORMAT_NAMES)}]"


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing on stderr but warnings and errors.")]
Puzzles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PUZZLE", help="Puzzles in any format, files of puzzles, or - for stdin, which is the default."
    ),
]
KindOfPuzzles = Annotated[
    Variant,
    typer.Option(
        "--kind",
        parser=parse_variant,
        metavar=KIND_VALUES,
        help="Kind of the puzzles whose format does not name it.",
    ),
]
FormatToRead = Annotated[
    str | None,
    typer.Option(
        "--from",
        parser=parse_format,
        metavar=FORMAT_VALUES,
        help="Read this format only, where a puzzle can be read in several.",
    ),
]
TotalOfMines = Annotated[
    int | None,
    typer.Option(
        "--total",
        min=0,
        max=MAX_NUMBER,
        metavar="N",
        help="Number of mines, as a clue of each puzzle that does not state it.",
    ),
]
KindToMake = Annotated[
    Variant,
    typer.Option(
        parser=parse_variant,
        metavar=KIND_VALUES,
        help=f"{KIND_MEANING}.",
    ),
]
MaxTier = Annotated[int, typer.Option(min=1, max=MAX_TIER, help="Highest technique tier that the solver may use.")]
Jobs = Annotated[
    int, typer.Option(min=1, max=MAX_JOBS, show_default="CPUs of this computer", help="Number of workers.")
]
Seed = Annotated[str | None, typer.Option(help="Any text; the same text gives the same result [random].")]
Number = Annotated[int, typer.Option("-n", "--number", min=1, max=MAX_NUMBER, help="How many to make.")]
Size = Annotated[str, typer.Option(metavar="WxH", help="Width and height in cells.")]
Executor = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar="dask://HOST:PORT",
        help="Use the workers of this dask scheduler in place of this computer.",
    ),
]
RunLog = Annotated[
    LogLevel | None,
    typer.Option("--log-level", help=f"Append events of this level and above to {LOG} in the output folder."),
]
RecordLedger = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        parser=parse_path,
        metavar="FILE",
        help="Ledger that records the puzzles [ledger.sqlite beside the output folder].",
    ),
]
LedgerFile = Annotated[Path, typer.Option("--ledger", parser=parse_path, metavar="FILE", help="The ledger.")]
TextOrJsonFormat = Annotated[TextOrJson, typer.Option("--format", help="Text for people, or JSON lines.")]
