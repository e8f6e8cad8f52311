"""The guide for newsletters is right: its script runs, and its commands and file names exist."""

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import typer
from dailies import some_days, titled

from puzzlegen.cli.app import app_with
from puzzlegen.config.day_files import DAY_FILES, LASTING_FILES, TOP_FILES, WANTED_FILES
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.plan import FEED_ITEMS
from puzzlegen.daily.publishing import COLUMNS
from puzzlegen.language.alt_text import MAX_LENGTH

GUIDE = (Path(__file__).parents[3] / "docs" / "newsletter.md").read_text(encoding="utf-8")
FAKE = """#!/bin/sh
echo "$(basename "$0")" "$@" >> "$HOME/asked.txt"
"""


def script() -> str:
    (found,) = re.findall(r"```sh\n(.*?)```", GUIDE, flags=re.DOTALL)
    return "".join(line.removeprefix("   ") for line in found.splitlines(keepends=True))


def commands() -> Iterator[list[str]]:
    for line in re.findall(r"^ +(puzzlegen .*)$", GUIDE, flags=re.MULTILINE):
        yield shlex.split(line.partition(" || ")[0])[1:]


def test_every_command_and_option_is_there() -> None:
    group: Any = typer.main.get_command(app_with())
    found = list(commands())
    assert len(found) == 8
    for name, *arguments in found:
        known = {option for one in group.commands[name].params for option in one.opts}
        options = [one for one in arguments if one.startswith("-")]
        assert set(options) <= known, f"{name} {arguments}"
        group.commands[name].make_context(name, arguments)  # refuses what it cannot take


@pytest.mark.parametrize(
    ("made", "uploaded", "code"), [(0, 0, 0), (3, 0, 3), (0, 12, 12), (3, 12, 12), (2, 0, 2), (1, 0, 1)]
)
def test_the_script_uploads_what_is_published_and_ends_with_what_failed(
    made: int, uploaded: int, code: int, tmp_path: Path
) -> None:
    tools = tmp_path / "bin"
    for folder in (tools, tmp_path / "puzzles"):
        folder.mkdir()
    for name, ends in (("puzzlegen", made), ("rsync", uploaded)):
        (tools / name).write_text(f"{FAKE}exit {ends}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    (tmp_path / "publish.sh").write_text(script(), encoding="utf-8")
    there = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run(["sh", str(tmp_path / "publish.sh")], env=there, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    asked = [
        "puzzlegen daily daily/daily.yaml --publish output/public --quiet",
        "rsync --recursive --times --delete output/public/ me@example.com:/var/www/html/daily/",
    ]
    assert (tmp_path / "asked.txt").read_text(encoding="utf-8").splitlines() == asked[: 2 if made in (0, 3) else 1]


def test_every_file_it_names_is_made_and_every_file_is_named() -> None:
    table = GUIDE.partition("\n## A")[0]
    named = set(re.findall(r"`(?:[\d-]+/)?([\w-]+\.\w+)`", table)) - {"daily.yaml"}
    assert named == {*DAY_FILES, *TOP_FILES, *WANTED_FILES}
    assert f"the newest {FEED_ITEMS} puzzles" in GUIDE
    for name in re.findall(r"`([a-z-]+\.(?:png|gif|svg|html|txt|pdf|xml|json))`", GUIDE):
        assert name in {*DAY_FILES, *TOP_FILES, *WANTED_FILES, *LASTING_FILES}


def test_the_columns_of_the_table_are_those_of_the_guide() -> None:
    table = GUIDE.partition("| column | what |")[2].partition("\n\n")[0]
    firsts = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert tuple(re.findall(r"`([^`]+)`", " ".join(firsts))) == COLUMNS


def test_the_texts_stand_where_it_says(tmp_path: Path) -> None:
    before, day = some_days(date(2026, 12, 4), 2, titled("Mines", palette="brick"))
    write_day(tmp_path, day, before)
    lines = (tmp_path / "alt.txt").read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["Mines No.\u00a02", "Saturday, December 5, 2026", day.address]
    for name in ("puzzle.png", "../2026-12-04/solution.png"):
        below = lines[lines.index(name) + 1]
        assert "Mines No." in below
        assert len(below) <= MAX_LENGTH == 125
    assert lines.index("solution.png") < next(i for i, line in enumerate(lines) if line.startswith("Row 1: "))


@pytest.mark.parametrize("link", re.findall(r"\]\(#([\w-]+)\)", GUIDE))
def test_links_within_lead_somewhere(link: str) -> None:
    headings = re.findall(r"^##+ (.*)$", GUIDE, flags=re.MULTILINE)
    assert link in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
