"""Whole books and dailies made of hostile words: no other file is read or written, and all words are escaped."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import icalendar
import pdfplumber
import pytest
import yaml
from commands import Done, puzzlegen
from small_book import NOTES, SMALL

from puzzlegen.engine.kernels import cache_folder

# The function has no name that the minifier of scripts gives, such as x.
EVIL = "</title> <script>evil()</script> <b a=\"'> &amp; ]]> --> {{ y }}"
WORDS = "<!--<script>evil()</script>\"'><svg onload=evil()>&lt;{{series}}{% y %}${y}%n=1+1;URL:x"
DAILY = {
    "title": EVIL,
    "author": WORDS,
    "series": EVIL,
    "address": "https://example.org/a&b/",
    "start": "2026-12-01",
    "hold_solution": "no",
    "week": {day: {"size": "5x4", "difficulty": "easy"} for day in ("monday", "tuesday", "wednesday")},
}
BOOK = yaml.safe_load(SMALL) | {
    "title": EVIL,
    "subtitle": WORDS,
    "author": WORDS,
    "series": EVIL,
    "front_matter": {"copyright": WORDS, "contents": "yes"},
    "back_matter": {"notes_pages": NOTES},
}
RING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
    '<circle cx="20" cy="20" r="14" fill="none" stroke="black" stroke-width="7"/></svg>'
)
HERE = Path(__file__).parent


def write(path: Path, config: dict[str, object]) -> Path:
    path.write_text(json.dumps(config), encoding="utf-8")  # JSON is YAML
    return path


def run_sandboxed(folder: Path, *words: str) -> Done:
    """Run a command that is ended if it uses the network or writes outside the folder."""
    scratch = folder / "scratch"
    scratch.mkdir()
    allowed, ours = os.pathsep.join(map(str, (folder, cache_folder()))), str(HERE.parents[1])
    return subprocess.run(
        [sys.executable, HERE / "sandboxed_command.py", *words],
        env=os.environ
        | {"MAY_WRITE": allowed, "TMPDIR": str(scratch), "PYTHONPATH": ours, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def daily(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    write(folder / "evil.yaml", DAILY)
    done = run_sandboxed(folder, "daily", "evil.yaml", "--date", "2026-12-01", "--days", "2", "--as-of", "2026-12-02")
    assert done.returncode == 0, done.stderr
    assert {one.name for one in folder.iterdir()} == {"evil.yaml", "output", "scratch"}
    return folder / "output" / "evil"


@pytest.mark.parametrize(
    ("folder", "ledger"), [("../out", "l"), ("out", "../100% #1?.sqlite")], ids=["folder", "ledger"]
)
def test_the_watcher_watches(folder: str, ledger: str, tmp_path: Path) -> None:
    write(tmp_path / "evil.yaml", DAILY)
    (tmp_path / "a").mkdir()
    words = ("-o", folder, "--ledger", ledger, "--date", "2026-12-01", "--as-of", "2026-12-01")
    done = run_sandboxed(tmp_path / "a", "daily", "../evil.yaml", *words)
    due = "NOT ALLOWED: sqlite3.connect" if ledger != "l" else "NOT ALLOWED: "
    assert (done.returncode, done.stderr[: len(due)]) == (99, due)
    assert {one.name for one in tmp_path.iterdir()} == {"evil.yaml", "a"}


def test_pages_and_mails_hold_the_words_and_no_markup_of_theirs(daily: Path) -> None:
    pages = sorted(daily.rglob("*.html"))
    assert {page.name for page in pages} >= {"index.html", "email.html", "2026-12.html"}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        tree = parser.parseFragment(text) if page.name == "email.html" else parser.parse(text)  # mails are pasted
        scripts = [(one.get("type"), one.text or "") for one in tree.iter("script")]
        data = ("application/json", "application/ld+json")  # which no browser runs
        assert not [text for kind, text in scripts if "evil()" in text and kind not in data], page
        assert not [text for kind, text in scripts if "<" in text and kind == "application/json"], page
        assert not [name for one in tree.iter() for name in one.attrib if str(name).startswith("on")], page
        assert not [one for one in tree.iter("img") if one.get("src") == "x"], page
        shown = " ".join(filter(None, [*tree.itertext(), *(v for one in tree.iter() for v in one.attrib.values())]))
        assert "<script>evil()</script>" in shown, page
        assert "{{ y }}" in shown and "{{ series }}" not in shown, page


def test_pictures_and_feeds_hold_the_words_and_no_markup_of_theirs(daily: Path) -> None:
    files = [*daily.rglob("*.svg"), daily / "feed.xml"]
    assert len(files) == 3
    for file in files:
        tree = ElementTree.parse(file)
        assert not [one for one in tree.iter() if one.tag.rpartition("}")[2] in ("script", "img", "image")], file
        assert not [name for one in tree.iter() for name in one.attrib if name.startswith("on")], file
        assert "<script>evil()</script>" in "".join(tree.getroot().itertext()), file
    feed = json.loads((daily / "feed.json").read_text(encoding="utf-8"))
    assert "<script>evil()</script>" in feed["title"]  # plain text by the rules of JSON Feed
    for item in feed["items"]:
        fragment = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parseFragment(item["content_html"])
        assert not [one for one in fragment.iter() if one.tag == "script" or one.get("src") == "x"]


def test_the_calendar_keeps_the_words_in_their_line(daily: Path) -> None:
    calendar = icalendar.Calendar.from_ical((daily / "calendar.ics").read_bytes())
    events = calendar.walk("VEVENT")
    assert len(events) == 2
    for event in events:
        assert "<script>evil()</script>" in event["SUMMARY"]
        assert sorted(event) == ["DESCRIPTION", "DTEND", "DTSTAMP", "DTSTART", "SUMMARY", "TRANSP", "UID", "URL"]


def test_a_book_of_hostile_words(tmp_path: Path) -> None:
    """Built and proved with no network: words are words on its pages, too."""
    write(tmp_path / "evil.yaml", BOOK)
    done = run_sandboxed(tmp_path, "book", "evil.yaml", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert {one.name for one in tmp_path.iterdir()} == {"evil.yaml", "output", "scratch"}
    with pdfplumber.open(tmp_path / "output" / "evil" / "interior.pdf") as pdf:
        title = "".join(char["text"] for char in pdf.pages[0].chars).replace(" ", "").replace("-", "")
    assert "<script>evil()</script>" in title
    again = run_sandboxed(tmp_path / "output", "verify", "evil")
    assert again.returncode == 0, again.stderr


def test_an_image_is_read_without_network_or_another_program(tmp_path: Path) -> None:
    """In the process that is started for it, which is our own code."""
    (tmp_path / "ring.svg").write_text(RING, encoding="utf-8")
    done = run_sandboxed(tmp_path, "picture", "ring.svg", "--width", "12", "-o", "ring.png")
    assert done.returncode == 0, done.stderr
    assert {one.name for one in tmp_path.iterdir()} == {"ring.svg", "ring.png", "scratch"}


def test_files_that_are_links_are_replaced_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "d.yaml", DAILY)
    precious = tmp_path / "precious"
    precious.write_text("mine", encoding="utf-8")
    words = ("daily", "d.yaml", "-o", "out", "--date", "2026-12-01", "--as-of", "2026-12-01", "-q")
    assert puzzlegen(*words, cwd=tmp_path).returncode == 0
    for name in ("feed.xml", "2026-12-01/puzzle.png"):
        (tmp_path / "out" / name).unlink()
        (tmp_path / "out" / name).symlink_to(precious)
    assert puzzlegen(*words, cwd=tmp_path).returncode == 0
    assert precious.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "out" / "feed.xml").is_symlink()
