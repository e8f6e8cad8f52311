"""``puzzlegen new``: each kind of config, by options and by answers, builds and verifies."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands import puzzlegen

from puzzlegen.cli import new
from puzzlegen.config.load import load_daily
from puzzlegen.config.themes import theme_names
from puzzlegen.daily.day_content import series_from_config


def built(command: str, config: str, folder: Path) -> str:
    """Build a first config and verify what it made; return what the build printed."""
    done = puzzlegen(command, config, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    checked = puzzlegen("verify", f"output/{Path(config).parent}", cwd=folder)
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout
    return done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--puzzles", "8", "--title", 'The "Best": Book', "--author", "Ann Bee"],
        ["--puzzles", "3", "--language", "de", "--printer", "home", "--no-hints", "--difficulty", "easy"],
        ["-n", "4", "--language", "fr", "--printer", "ingram", "--trim", "6x9", "--difficulty", "medium"],
    ],
)
def test_a_first_book_builds_without_warnings(options: list[str], tmp_path: Path) -> None:
    done = puzzlegen("new", "book", "mybook", *options, cwd=tmp_path)
    assert done.stderr == "wrote mybook/book.yaml\nnext: puzzlegen book mybook/book.yaml\n"
    built("book", "mybook/book.yaml", tmp_path)


def test_a_first_book_of_pictures_builds_with_its_drawing(tmp_path: Path) -> None:
    done = puzzlegen("new", "picture", "pics", "--printer", "home-a4", "--language", "es", cwd=tmp_path)
    assert done.stderr.startswith("wrote pics/book.yaml, pics/pictures/smile.txt\n")
    config = tmp_path / "pics" / "book.yaml"
    text = config.read_text(encoding="utf-8")
    before, _, after = text.partition("pictures: [")
    config.write_text(before + "pictures: [heart, " + after[after.index('"pics/') :], encoding="utf-8")  # quicker
    built("book", "pics/book.yaml", tmp_path)


PAGES = (("kdp", "8.5x11"), ("lulu", "5x8"), ("kdp", "8.25x6"), ("home-a4", "a5"))
# Each page in each theme, and either of them with each kind
FIRST_BOOKS = [
    (("book", "picture")[(row + column) % 2], page, theme)
    for row, page in enumerate(PAGES)
    for column, theme in enumerate(theme_names())
]


@pytest.mark.parametrize(("kind", "page", "theme"), FIRST_BOOKS)
def test_a_first_book_fits_pages_of_any_size_in_every_theme(
    kind: str, page: tuple[str, str], theme: str, tmp_path: Path
) -> None:
    """The command lays the pages out, so a config that it writes is one that builds."""
    printer, trim = page
    words = ("--title", "Any", "--printer", printer, "--trim", trim, "--theme", theme)
    done = puzzlegen("new", kind, "any", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "any" / "pictures" / "smile.txt").exists() is (kind == "picture")


def test_a_first_daily_makes_todays_puzzle(tmp_path: Path) -> None:
    options = ["--address", "https://ann.test/daily", "--language", "nl", "--timezone", "Asia/Tokyo", "--author", "Ann"]
    assert puzzlegen("new", "daily", "days", *options, cwd=tmp_path).returncode == 0
    built("daily", "days/days.yaml", tmp_path)


@pytest.mark.parametrize(("place", "name"), [("a:b", "a-b"), ("CON", "daily-con"), ("Łucja?", "łucja"), ("My", "My")])
def test_the_next_command_of_a_daily_works_and_elsewhere_is_refused(place: str, name: str, tmp_path: Path) -> None:
    done = puzzlegen("new", "daily", place, "--timezone", "UTC", cwd=tmp_path)
    written, following = done.stderr.splitlines()
    assert written == f"wrote {place}/{name}.yaml"
    words = shlex.split(following.removeprefix("next: puzzlegen "))
    assert words == ["daily", f"{place}/{name}.yaml"]
    assert f"output/{name}/" in puzzlegen(*words, "--dry-run", cwd=tmp_path).stdout
    if name == "My":
        assert puzzlegen(*words, "--quiet", cwd=tmp_path).returncode == 0
        again = puzzlegen("daily", f"{name}.yaml", cwd=tmp_path / place)
        first = f"are in {tmp_path}/output/{name}, and its ledger is {tmp_path}/output/ledger.sqlite"
        assert again.returncode == 2 and first in again.stderr
        assert [path.name for path in (tmp_path / place).iterdir()] == [f"{name}.yaml"]


def test_a_daily_whose_time_zone_is_not_found_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    done = puzzlegen("new", "daily", "days", cwd=tmp_path)
    assert done.stderr.splitlines()[0] == (
        "warning: the time zone of this computer has no known name: UTC is taken unless --timezone names one"
    )
    assert "timezone: UTC\n" in (tmp_path / "days" / "days.yaml").read_text(encoding="utf-8")
    assert "warning" not in puzzlegen("new", "daily", "other", "--timezone", "Europe/Rome", cwd=tmp_path).stderr
    monkeypatch.setenv("TZ", "america/new_york")
    assert "warning" not in puzzlegen("new", "daily", "third", cwd=tmp_path).stderr
    third = load_daily(tmp_path / "third" / "third.yaml")
    assert (third.timezone, series_from_config(third).paper) == ("America/New_York", "letter")


@pytest.mark.parametrize("kind", ["book", "picture", "daily"])
def test_seeds_cannot_be_guessed(kind: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert puzzlegen("new", kind, f"{name}/a.yaml", "--title", "Title", cwd=tmp_path).returncode == 0
    texts = [(tmp_path / name / "a.yaml").read_text(encoding="utf-8") for name in ("one", "two")]
    seeds = [match[1] for text in texts for match in re.finditer(r"^series: Title ([0-9a-f]*)", text, re.MULTILINE)]
    assert [len(seed) for seed in seeds] == [16, 16]  # 64 bits
    assert seeds[0] != seeds[1]


def test_questions_are_asked_again_until_answered_and_their_answers_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new, "_asks", lambda yes: not yes)
    answers = ["Tea Time", "Ann", "xx", "es", "kpd", "kdp", "7 in", "6x9", ""]
    answers += ["hexagnal", "hexagonal", "top-bottom", "0", "6", "esay", "easy", "", "n", "n"]
    done = puzzlegen("new", "book", "tea/second.yaml", stdin="\n".join(answers) + "\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for problem in (
        'found "xx"',
        'did you mean "kdp"',
        'found "7 in"',
        'found "0"',
        'did you mean "easy"',
        '"hexagonal"?',
    ):
        assert problem in done.stderr
    text = (tmp_path / "tea" / "second.yaml").read_text(encoding="utf-8")
    for line in (
        "title: Tea Time",
        "author: Ann",
        "language: es",
        "  trim: 6x9",
        "  - name: Primeros pasos",
        "    count: 6",
    ):
        assert f"\n{line}\n" in text
    assert "  hints: none\n" in text and "  make: no\n" in text
    for line in ("    kind: hexagonal", "    layout: top-bottom", "    effort: normal"):
        assert f"\n{line}\n" in text


def test_a_terminal_is_asked(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "puzzlegen", "new", "daily", "days", "--language", "it", "--timezone", "UTC"]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, cwd=tmp_path) as running:
        os.close(terminal)
        os.write(main, b"Buongiorno\n\nhttps://ann.test/\n\n")
        assert running.wait(60) == 0
    os.close(main)
    text = (tmp_path / "days" / "days.yaml").read_text(encoding="utf-8")
    assert "\ntitle: Buongiorno\n" in text and '\naddress: "https://ann.test/"\n' in text
