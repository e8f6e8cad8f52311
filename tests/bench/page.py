"""The page of benchmarks: each program that times something writes the section that is its own."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

TITLE = "# Benchmarks\n"


def options(about: str) -> argparse.ArgumentParser:
    """What every one of them can be asked."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("docs/benchmarks.md"))
    return parser


def made(seed: int, target: str) -> str:
    """Where, when and by what a section was made."""
    return f"{machine()}; {datetime.date.today()}; seed {seed}; made by `make {target}`"


def machine() -> str:
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    rows = info.read_text().splitlines() if info.exists() else []
    names = [row.partition(":")[2].strip() for row in rows if row.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def shown(value: float | None) -> str:
    """Three significant figures, or a dash."""
    return "-" if value is None else f"{value:.3g}"


def table(heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """A Markdown table whose first column has no head, and an empty line."""
    return [
        "| | " + " | ".join(heads) + " |",
        "|---|" + "---|" * len(heads),
        *(f"| {name} | " + " | ".join(cells) + " |" for name, cells in rows),
        "",
    ]


def write_section(path: Path, lines: Iterable[str]) -> None:
    """Put a section, heading first, in place of the one of the same heading in the page, or at its end."""
    section = "\n".join(lines).strip() + "\n"
    page = path.read_text(encoding="utf-8") if path.is_file() else TITLE
    before, found, rest = page.partition(section.partition("\n")[0] + "\n")
    after = rest[rest.index("\n## ") :] if found and "\n## " in rest else ""
    path.write_text(f"{before.rstrip()}\n\n{section}{after}", encoding="utf-8")
    print(section)
