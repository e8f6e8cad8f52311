"""The guide for newsletters tells the truth: its script is run, its commands and file names are looked up."""

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

from puzzlegen.cli.app import app
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.file_names import ANSWER_FILES, CALENDAR, DAY_FILES, FEED, HOME, RSS
from puzzlegen.daily.plan import FEED_ITEMS
from puzzlegen.daily.zip_export import COLUMNS
from puzzlegen.language.alt_text import MAX_LENGTH
from puzzlegen.output.build_folder import MANIFEST

GUIDE = (Path(__file__).parents[3] / "docs" / "newsletter.md").read_text(encoding="utf-8")
FAKE = """#!/bin/sh
echo "$TZ" "$(basename "$0")" "$@" >> "$HOME/asked.txt"
"""


def script() -> str:
    (found,) = re.findall(r"```sh\n(.*?)```", GUIDE, flags=re.DOTALL)
    return "".join(line.removeprefix("   ") for line in found.splitlines(keepends=True))


def commands() -> Iterator[list[str]]:
    for line in re.findall(r"^ +(puzzlegen .*)$", GUIDE, flags=re.MULTILINE):
        yield shlex.split(line)[1:]


def test_every_command_and_option_is_there() -> None:
    group: Any = typer.main.get_command(app)
    found = list(commands())
    assert len(found) == 4
    for name, *arguments in found:
        known = {option for one in group.commands[name].params for option in one.opts}
        options = [one for one in arguments if one.startswith("-")]
        assert set(options) <= known, f"{name} {arguments}"
        group.commands[name].make_context(name, arguments)  # refuses what it cannot take


def published(home: Path, today: str, folders: list[str]) -> tuple[list[str], list[str]]:
    """What the guide's script calls on that day, and what it keeps from the server."""
    tools, place = home / "bin", home / "puzzles" / "output" / "daily"
    for folder in (tools, *(place / name for name in folders)):
        folder.mkdir(parents=True)
    for name, text in {"puzzlegen": FAKE, "rsync": FAKE, "date": f"#!/bin/sh\necho {today}\n"}.items():
        (tools / name).write_text(text, encoding="utf-8")
        (tools / name).chmod(0o755)
    (home / "publish.sh").write_text(script(), encoding="utf-8")
    there = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)}
    done = subprocess.run(["sh", str(home / "publish.sh")], env=there, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    kept = (home / "puzzles" / "output" / "not-yet.txt").read_text(encoding="utf-8").split()
    return (home / "asked.txt").read_text(encoding="utf-8").splitlines(), kept


def test_the_script_uploads_no_later_day_and_no_answer_of_the_newest(tmp_path: Path) -> None:
    asked, kept = published(tmp_path, "2026-12-02", ["2026-12-01", "2026-12-02", "2026-12-03", "2027-01-01"])
    assert asked == [
        "Europe/London puzzlegen daily daily.yaml -o output/daily --quiet",
        "Europe/London rsync --recursive --times --exclude-from=output/not-yet.txt --exclude=.* "
        "--exclude=manifest.json output/daily/ me@example.com:/var/www/html/daily/",
    ]
    assert kept == ["/2026-12-03/", "/2027-01-01/", *(f"/2026-12-02/{name}" for name in ANSWER_FILES)]


def test_on_a_day_without_a_puzzle_the_last_ones_answer_still_waits(tmp_path: Path) -> None:
    _, kept = published(tmp_path, "2026-12-25", ["2026-12-23", "2026-12-24", "2026-12-27"])
    assert kept == ["/2026-12-27/", *(f"/2026-12-24/{name}" for name in ANSWER_FILES)]


def test_every_file_it_names_is_made_and_every_file_is_named() -> None:
    table = GUIDE.partition("\n## A")[0]
    named = set(re.findall(r"`(?:[\d-]+/)?([\w-]+\.\w+)`", table)) - {"daily.yaml"}
    assert named == {*DAY_FILES, FEED, RSS, CALENDAR, HOME}
    assert f"the newest {FEED_ITEMS} puzzles" in GUIDE
    for name in re.findall(r"`([a-z-]+\.(?:png|gif|svg|html|txt|pdf|xml|json))`", GUIDE):
        assert name in {*DAY_FILES, FEED, RSS, HOME, MANIFEST}


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
