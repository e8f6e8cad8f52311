"""The journey of a reader: every command of the guides runs as written, in order, in an empty folder, from the wheel.

In a guide, a comment above a block of commands says why it is not run, or which files of the reader it needs:

    <!-- not run: needs Windows -->
    <!-- given: cat.png, an image of the reader -->

Dates of the guides stand for days to come, or they would be past one day: 2026-12-01 for tomorrow, and so on.
"""

import os
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from installed_wheel import ROOT, install_wheel
from markdown_it import MarkdownIt
from PIL import Image, ImageDraw

GUIDES = {path.stem: path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
NAMES = [
    "README",
    "book",
    "cluster",
    "daily",
    "formats",
    "install",
    "layouts",
    "newsletter",
    "pictures",
    "quality",
    "single-puzzles",
    "studio",
]
PROGRAMS = "puzzlegen python python3 pip make cd git dask py sh rsync"
COMMAND = re.compile(rf"^({'|'.join(PROGRAMS.split())}|\.venv\S+) ", re.MULTILINE)
COMMENT = re.compile(r"<!-- (not run|given): (.+) -->\s*")
NOT_RUN = {
    "README": ["needs a checkout; CI runs both", "needs Windows", "serves until it is stopped"],
    "daily": ["needs a lost ledger; tests/e2e/test_ledger_rebuild.py runs it", "serves until it is stopped"],
    "install": [
        "needs the wheel; tests/wheel/try_wheel.py installs it",
        "needs a container engine and an image registry",
    ],
    "newsletter": [
        "needs a server; tests/journeys/test_recipes.py runs it",
        "needs repositories on a server; tests/journeys/test_nightly.py runs it",
        "needs repositories on a server; tests/journeys/test_nightly.py runs it",
        "needs repositories on a server; tests/journeys/test_nightly.py runs it",
    ],
    "studio": [
        "needs a checkout",
        "needs Windows",
        "serves until it is stopped; tests/journeys/test_studio.py runs it",
        "needs a book of the studio; tests/e2e/test_studio_build.py runs it",
    ],
    "quality": ["takes five minutes"],
    "cluster": ["needs other machines; tests/e2e/test_cluster.py runs a cluster on this one"],
}


@dataclass(frozen=True)
class Block:
    """Commands of a guide, from a line on; ``not_run`` is why they are not run, ``given`` a file of the reader."""

    line: int
    commands: str
    not_run: str = ""
    given: str = ""


def blocks_of(guide: str) -> list[Block]:
    found, notes = [], {}
    for token in MarkdownIt().parse(GUIDES[guide].read_text(encoding="utf-8")):
        note = COMMENT.fullmatch(token.content) if token.type == "html_block" else None
        if note:
            notes = {note[1]: note[2]}
        elif token.type in {"code_block", "fence"} and COMMAND.search(token.content):
            assert token.map
            found.append(Block(token.map[0] + 1, token.content, notes.get("not run", ""), notes.get("given", "")))
            notes = {}
        elif token.nesting == 0 and token.type != "inline":
            assert not notes, f"{guide}: a comment without commands below it: {notes}"
    return found


def draw(path: Path) -> None:
    """Draw the image of a reader: a heart, dark on white."""
    with Image.new("L", (300, 280), 255) as image:
        pen = ImageDraw.Draw(image)
        pen.ellipse((20, 20, 160, 160), 0)
        pen.ellipse((140, 20, 280, 160), 0)
        pen.polygon([(32, 125), (268, 125), (150, 265)], 0)
        image.save(path)


def of_coming_days(commands: str) -> str:
    today, first = datetime.now(UTC).date(), date(2026, 12, 1)

    def coming(written: re.Match[str]) -> str:
        return str(today + timedelta(days=1) + (date.fromisoformat(written[0]) - first))

    return re.sub(r"\b2026-12-\d\d\b", coming, commands)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_wheel(tmp_path_factory.mktemp("installed"), ("cluster",))[0]


def test_what_is_not_run_is_known() -> None:
    reasons = {name: [block.not_run for block in blocks_of(name) if block.not_run] for name in NAMES}
    assert {name: why for name, why in reasons.items() if why} == NOT_RUN


@pytest.mark.parametrize("guide", [name for name in NAMES if any(not block.not_run for block in blocks_of(name))])
def test_every_command_of_the_guide_runs(guide: str, programs: Path, tmp_path: Path) -> None:
    settings = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "TZ": "UTC"}
    folder = tmp_path
    for block in blocks_of(guide):
        if block.not_run:
            continue
        if block.given:
            draw(folder / block.given.partition(",")[0])
        script = f"set -euo pipefail\n{of_coming_days(block.commands)}\npwd >{tmp_path}/.folder"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            env=os.environ | settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, f"{guide}, line {block.line}\n{block.commands}{done.stdout[-2000:]}{done.stderr}"
        folder = Path((tmp_path / ".folder").read_text().strip())
