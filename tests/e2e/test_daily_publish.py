"""The published copy of a series: every byte is searched for answers that are held back and for coming days."""

import base64
import hashlib
import html
import json
import re
import shutil
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pikepdf
import pytest
import vobject
from commands import run
from daily_runs import tree
from PIL import Image

from puzzlegen.config.day_files import ANSWER_FILES, DAY_FILES
from puzzlegen.files import derived
from puzzlegen.formats import answer, line
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.ledger.days import DailyLedger, Day

pytestmark = pytest.mark.usefixtures("copied_days")

CONFIG = """
title: Daily
series: a seed that stays secret
address: https://daily.example/d/
start: 2026-12-01
calendar_ahead: 3
digest: wednesday
week:
  tuesday: {size: 8x8, difficulty: easy}
  wednesday: {size: 8x7, difficulty: easy}
  thursday: {size: 7x8, difficulty: easy}
  friday: none
"""
HELD, COMING = "2026-12-02", "2026-12-03"


def daily(folder: Path, *words: str) -> str:
    path = folder / "daily.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    code, out, errors = run("daily", str(path), "-o", str(folder / "d"), "--jobs", "1", *words)
    assert code == 0, errors
    return out + errors


@pytest.fixture(scope="module")
def made(copied_days: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    daily(folder, "--date", "2026-12-01", "--days", "3", "--as-of", HELD, "--publish", str(folder / "p"))
    return folder


def issued(folder: Path) -> dict[str, Day]:
    with DailyLedger(folder / "ledger.sqlite", write=False) as ledger:
        return {day.name: day for day in ledger.days("a seed that stays secret")}


def views(path: Path) -> Iterator[bytes]:
    """A file's bytes, and all that is packed in them: streams, text chunks, embedded data, escaped and spaced text."""
    data = path.read_bytes()
    yield data
    yield str(path).encode()
    for start in re.finditer(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b", data):  # zlib and gzip streams, also in PNG chunks
        with suppress(zlib.error):
            yield zlib.decompressobj(wbits=47).decompress(data[start.start() :])
    if path.suffix == ".pdf":
        with pikepdf.open(path) as document:
            for one in document.objects:
                if isinstance(one, pikepdf.Stream):
                    yield one.read_bytes()
    text = html.unescape(data.decode("utf-8", "ignore"))
    yield text.encode()
    yield re.sub(r"[\s,\"'\[\]]+|<[^>]*>|\\n", "", text).encode()
    for packed in re.findall(r"[A-Za-z0-9+/_-]{12,}={0,2}", text):
        with suppress(ValueError):
            yield base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_" if "_" in packed else None)


def solution_needles(day: Day) -> list[bytes]:
    letters = answer.write(day.solution)
    cells = np.array(day.solution, bool)
    rows = text_grid(day.puzzle, load("en", "rc"), day.solution)
    texts = [letters.translate(str.maketrans("yn", pair)) for pair in ("yn", "10", "01", "x.", "*.", "#.", "YN", "tf")]
    texts += ["".join(str(bool(cell)).lower() for cell in cells), "".join(map(str, np.flatnonzero(cells)))]
    texts += [re.sub(r"[\s,\"'\[\]]+", "", "".join(rows)), *(row for row in rows if "mine" in row)]
    raw = [cells.astype(np.uint8).tobytes()]
    raw += [np.packbits(bits, bitorder=order).tobytes() for bits in (cells, ~cells) for order in ("big", "little")]
    digests = [hashlib.sha256(text.encode()).hexdigest().encode() for text in texts]
    return [text.encode() for text in texts] + raw + [one.hex().encode() for one in raw] + digests


def file_needles(folder: Path, names: Iterator[str] | list[str]) -> list[bytes]:
    """Digests of files as text and as bytes."""
    digests = [hashlib.sha256((folder / name).read_bytes()) for name in names]
    return [form for one in digests for form in (one.hexdigest().encode(), one.digest())]


def found_in(folder: Path, needles: list[bytes]) -> set[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(folder))
        for path in files
        for view in views(path)
        if any(needle in view for needle in needles)
    }


def pixels(path: Path) -> bytes:
    with Image.open(path) as picture:
        return hashlib.sha256(picture.convert("RGB").tobytes()).digest()


def test_nothing_of_held_answers_and_coming_days_is_published(made: Path) -> None:
    days, source, published = issued(made), made / "d", made / "p"
    held = solution_needles(days[HELD]) + file_needles(source / HELD, list(ANSWER_FILES))
    coming = [*solution_needles(days[COMING]), line.write(days[COMING].puzzle).encode(), COMING.encode()]
    coming += [*file_needles(source / COMING, list(DAY_FILES))]
    secret = [b"a seed that stays secret"]
    assert found_in(source, held) and found_in(source, coming)  # the search finds what there is
    assert found_in(published, solution_needles(days["2026-12-01"]))  # and what may be public
    assert found_in(published, held + coming + secret) == set()
    shown = {pixels(path) for path in published.rglob("*.png")}
    hidden = [source / HELD / name for name in ANSWER_FILES if name.endswith("png")]
    hidden += (source / COMING).glob("*.png")
    assert shown.isdisjoint(map(pixels, hidden)) and shown >= set(map(pixels, (source / "2026-12-01").glob("*.png")))


def test_the_copy_has_what_may_be_public_at_fixed_addresses(made: Path) -> None:
    published = made / "p"
    assert {path.name for path in (published / "2026-12-01").iterdir()} == set(DAY_FILES)
    assert {path.name for path in (published / HELD).iterdir()} == set(DAY_FILES) - set(ANSWER_FILES)
    assert not (published / COMING).exists() and not list(published.glob(".*"))
    assert json.loads((published / "today.json").read_text())["date"] == HELD
    assert (published / "today.png").read_bytes() == (published / HELD / "puzzle.png").read_bytes()
    assert {path.name for path in (published / "today").iterdir()} == {
        path.name for path in (published / HELD).iterdir()
    }
    events = vobject.readOne((published / "calendar.ics").read_text(encoding="utf-8")).contents["vevent"]
    assert [(str(one.dtstart.value), one.summary.value, one.url.value) for one in events] == [
        ("2026-12-01", "Daily No.\u00a01", "https://daily.example/d/2026-12-01/"),
        (HELD, "Daily No.\u00a02", "https://daily.example/d/2026-12-02/"),
        (COMING, "Daily No.\u00a03", "https://daily.example/d/"),  # no URL of its puzzle
        ("2026-12-05", "Daily No.\u00a04", "https://daily.example/d/"),
    ]
    assert "0 errors" in run("verify", str(made / "d"))[2]
    pages = [one.text for one in ET.parse(published / "sitemap.xml").iter() if one.tag.endswith("loc")]
    places = ["", "archive/2026-12.html", "2026-12-02/", "2026-12-01/"]
    assert pages == [f"https://daily.example/d/{name}" for name in places]
    assert 'src="https://daily.example/d/today/embed.html"' in (published / "embed.txt").read_text()
    digest = (published / "digest.html").read_text(encoding="utf-8")
    named = set(re.findall(r'(?:href|src)="https://daily.example/d/([^"]+)"', digest))
    assert {"archive/2026-12.html#solution-2026-12-01", "2026-12-02/", "2026-12-02/thumb.png"} <= named
    assert all((published / name.partition("#")[0]).exists() for name in named)
    assert not any("solution-2026-12-02" in name or "2026-12-02/solution" in name for name in named)
    for page in published.rglob("index.html"):
        for link in re.findall(r'(?:href|src)="([^":#]+)"', page.read_text(encoding="utf-8")):
            target = page.parent / link
            assert (target / "index.html" if link.endswith("/") else target).is_file(), f"{page}: {link}"


def test_a_second_run_writes_nothing_and_the_next_day_only_what_changed(tmp_path: Path, made: Path) -> None:
    folder = tmp_path / "series"
    shutil.copytree(made, folder)
    target = folder / "p"
    (target / "CNAME").write_text("daily.example")
    before = tree(target)
    assert "0 files published" in daily(folder, "--as-of", HELD, "--publish", str(target))
    assert tree(target) == before
    output = daily(folder, "--date", COMING, "--as-of", COMING, "--publish", str(target), "--dry-run")
    assert "2026-12-02: No. 2, 8x7 easy: would be opened" in output and tree(target) == before
    daily(folder, "--date", COMING, "--as-of", COMING, "--publish", str(target))
    after = tree(target)
    assert {name for name in before if before[name] == after.get(name)} >= {f"2026-12-01/{name}" for name in DAY_FILES}
    assert {path.name for path in (target / HELD).iterdir()} == set(DAY_FILES)
    assert not (target / "today" / "solution.png").exists()
    daily(folder, "--withdraw", COMING, "--as-of", COMING, "--publish", str(target))
    assert not (target / COMING).exists() and not (target / HELD / "solution.png").exists()
    assert (target / "CNAME").read_text() == "daily.example"
    assert found_in(target, solution_needles(issued(folder)[HELD])) == set()


def test_a_withdrawn_day_is_not_public_while_the_day_before_is_damaged(tmp_path: Path) -> None:
    target, file, words = tmp_path / "p", tmp_path / "daily.yaml", ("--as-of", COMING, "--publish", str(tmp_path / "p"))
    file.write_text(f"{CONFIG}hold_solution: no\n", encoding="utf-8")
    command = ("daily", str(file), "-o", str(tmp_path / "d"), "--jobs", "1")
    assert run(*command, "--date", "2026-12-01", "--days", "3", *words)[0] == 0
    for folder in (tmp_path / "d", target):
        (folder / HELD / "alt.txt").write_text("cut off")
    why = f"files of {HELD} are damaged, and cannot be"
    for wanted in ("--withdraw", COMING), ("--date", "2026-12-01"):
        code, _, errors = run(*command, *wanted, *words)
        assert code == 3 and errors.splitlines()[-1].startswith(f"{target}: {why}"), errors
        assert errors.endswith(
            f"; all else is published: draw it again with puzzlegen daily {file} --date {HELD}, then publish again\n"
        )
        assert (target / HELD).exists() and not (target / COMING).exists()
        for name in ("today", "today.png", "today.json"):
            assert not (target / name).exists()
    assert run(*command, "--date", HELD, *words)[0] == 0
    assert json.loads((target / "today.json").read_text())["date"] == HELD
    assert "0 errors" in run("verify", str(target), "--jobs", "1")[2]


@pytest.mark.usefixtures("quick")
def test_published_days_that_the_ledger_does_not_know_are_never_removed(tmp_path: Path) -> None:
    """A run in another folder, such as on a new server, has a new ledger."""
    target, first = tmp_path / "p", ("--date", "2026-12-01")
    daily(tmp_path, *first, "--days", "3", "--as-of", COMING, "--publish", str(target))
    before, newer = tree(target), tmp_path / "new"
    newer.mkdir()
    (newer / "daily.yaml").write_text(CONFIG, encoding="utf-8")
    command = ("daily", str(newer / "daily.yaml"), "-o", str(newer / "d"), "--jobs", "1")
    again = (*command, "--date", COMING, "--as-of", COMING, "--publish", str(target))
    for words in ((), ("--dry-run",)):
        code, _, errors = run(*again, *words)
        assert code == 2 and errors.startswith(
            f"--publish: {target}: 2 published days (2026-12-01, {HELD}) would be lost"
        )
        assert f"puzzlegen ledger rebuild {target} --daily {newer}/daily.yaml --ledger {newer}/ledger.sqlite" in errors
        assert tree(target) == before and not (newer / "ledger.sqlite").exists()
    assert "0 files published" in run(*again, "--catch-up")[2] and tree(target) == before
    deep, manifest = target / HELD / "puzzle.json", target / "manifest.json"
    old = deep.read_bytes()
    deep.write_bytes(b"[" * 100_000)
    facts = [(str(len(one)).encode(), hashlib.sha256(one).hexdigest().encode()) for one in (old, deep.read_bytes())]
    manifest.write_bytes(manifest.read_bytes().replace(facts[0][1], facts[1][1]))
    (newer / "ledger.sqlite").unlink()
    shutil.rmtree(newer / "d")
    assert "2 published days" in run(*command, "--date", "2026-12-01", "--as-of", COMING, "--publish", str(target))[2]


@pytest.mark.usefixtures("quick")
def test_a_dry_run_lists_each_removal_and_replacement(tmp_path: Path) -> None:
    target = tmp_path / "p"
    to = ("--as-of", COMING, "--publish", str(target))
    daily(tmp_path, "--date", "2026-12-01", "--days", "3", *to)

    def changes(*words: str) -> tuple[dict[tuple[str, str], list[str]], set[str], set[str]]:
        """Return the lines about the published folder, and the files that the run then removes and replaces."""
        said = run("daily", str(tmp_path / "daily.yaml"), "-o", str(tmp_path / "d"), *to, *words, "--dry-run")[1]
        lines = [line.removeprefix(f"{target}") for line in said.splitlines() if line.startswith(f"{target}")]
        parts = [line.split(": ") for line in lines[:-1]]
        listed = {(folder[1:], verb.split()[2].strip(",")): files.split(", ") for folder, verb, files in parts}
        before = tree(target)
        daily(tmp_path, *words, *to)
        after = tree(target)
        replaced = {name for name in before.keys() & after.keys() if before[name] != after[name]}
        return listed, before.keys() - after.keys(), replaced - {"manifest.json"}

    for words in (("--withdraw", COMING), ("--date", HELD, "--reissue"), ("--date", HELD, "--redraw"), ()):
        listed, removed, replaced = changes(*words)
        for name in removed | replaced:
            folder, _, file = name.rpartition("/")
            assert file in listed[folder, "removed" if name in removed else "replaced"], name
        assert bool(listed) == bool(words), listed


@pytest.mark.usefixtures("quick")
def test_what_a_killed_run_did_not_copy_is_copied_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a file that has the same size as the one that was to replace it, and is older than the claim."""
    target = tmp_path / "p"
    daily(tmp_path, "--date", "2026-12-01", "--days", "2", "--as-of", HELD, "--publish", str(target))
    words = ("--date", COMING, "--as-of", COMING, "--publish", str(target))
    whole = shutil.copytree(tmp_path, tmp_path / "whole")
    daily(whole, *words[:-1], str(whole / "p"))
    move, moved = derived._move, []

    def killed(build: Path, folder: Path, files: derived.Table) -> None:
        if folder == target:
            moved.append(folder)
        if len(moved) > 1:
            raise KeyboardInterrupt  # the claim is written, and nothing else
        move(build, folder, files)

    monkeypatch.setattr(derived, "_move", killed)
    run("daily", str(tmp_path / "daily.yaml"), "-o", str(tmp_path / "d"), "--jobs", "1", *words)
    monkeypatch.setattr(derived, "_move", move)
    assert len(moved) == 2 and tree(target) != tree(whole / "p")
    daily(tmp_path, *words)
    contents = [{name: data for name, (_, data) in tree(one).items()} for one in (target, whole / "p")]
    assert contents[0] == contents[1]
