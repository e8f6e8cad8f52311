"""Writes docs/benchmarks.md: each benchmark replaces its own section and adds a line to the history."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

TITLE = "# Benchmarks\n"


def options(about: str) -> argparse.ArgumentParser:
    """Return a parser with the options that all benchmarks share."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("docs/benchmarks.md"))
    return parser


def made(seed: int, target: str) -> str:
    """Return machine, date, seed and make target of a run."""
    return f"{machine()}; {datetime.date.today()}; seed {seed}; made by `make {target}`"


def machine() -> str:
    """Return the name of the processor, its cores and the Python version."""
    info = Path("/proc/cpuinfo")
    rows = info.read_text().splitlines() if info.exists() else []
    names = [row.partition(":")[2].strip() for row in rows if row.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def shown(value: float | None) -> str:
    """Return a number with three significant figures, or a dash for None."""
    return "-" if value is None else f"{value:.3g}"


def table(heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the lines of a Markdown table whose first column has no heading, and an empty line."""
    return [
        "| | " + " | ".join(heads) + " |",
        "|---|" + "---|" * len(heads),
        *(f"| {name} | " + " | ".join(cells) + " |" for name, cells in rows),
        "",
    ]


HISTORY = "## History"
HEAD = [
    HISTORY,
    "",
    "Each run of a benchmark adds a line with one row of its section. Compare lines of the same machine only.",
    "",
    "| date | section | machine | row | figures |",
    "|---|---|---|---|---|",
]


def write_section(path: Path, lines: Iterable[str], keep: str) -> None:
    """Replace the section with the same heading, or append it, and add a line to the history.

    ``keep`` names the row of the section's first table whose figures go into the history.
    """
    lines = list(lines)
    section = "\n".join(lines).strip() + "\n"
    page = path.read_text(encoding="utf-8") if path.is_file() else TITLE
    page, _, history = page.partition(f"\n{HISTORY}\n")
    before, found, rest = page.partition(section.partition("\n")[0] + "\n")
    after = rest[rest.index("\n## ") :] if found and "\n## " in rest else ""
    kept = [row for row in history.splitlines() if row.startswith("| 2")]
    text = f"{before.rstrip()}\n\n{section}{after}".rstrip()
    rows = [*HEAD, *kept, history_row(lines, keep)]
    path.write_text(text + "\n\n" + "\n".join(rows) + "\n", encoding="utf-8")
    print(section)


def history_row(lines: Sequence[str], keep: str) -> str:
    """Return the line of the history for a section: date, heading, machine, and the figures of the row ``keep``."""
    place = next(i for i, line in enumerate(lines) if line.startswith(f"| {keep} |"))
    top = max(i for i in range(place) if lines[i].startswith("|---")) - 1
    heads, cells = ([cell.strip() for cell in lines[i].strip("|").split("|")][1:] for i in (top, place))
    figures = ", ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True))
    heading = next(line for line in lines if line.startswith("## ")).removeprefix("## ")
    return f"| {datetime.date.today()} | {heading} | {machine()} | {keep} | {figures} |"
