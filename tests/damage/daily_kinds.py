"""Damage to the days of a daily, to the files beside them, to their manifests and ledger, and to a zip of them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile

from kinds import Change, Kind, Rows
from pdf_changes import WHITE_CLUE, at_blank, at_clue, inside, painted
from picture_changes import cropped, edited_gif, edited_png, line, mirrored, rectangle, shrunk, with_comment
from redoing import settle
from sound import DAILY, HELD, LEDGER, NEXT, OPENED, PUBLIC, SERIES, SITE, ZIP
from text_changes import (
    appended,
    copied,
    edited_json,
    exchanged,
    other_digit,
    prepended,
    removed,
    replaced,
    set_json,
    with_line_ends,
    written,
)

from puzzlegen.daily.day_files import DrawingJob, draw_folder
from puzzlegen.daily.manifest import read_manifest
from puzzlegen.ledger.days import DailyLedger, Day, entry_of_day
from puzzlegen.ledger.ledger import Printing

_DAY, _OPEN, _NEXT = f"{SITE}/{HELD}", f"{SITE}/{OPENED}", f"{SITE}/{NEXT}"
_print = partial(painted, f"{_DAY}/puzzle.pdf", 1)
_CLUE = r"Row \d+: (?:blank, )*(\d)"  # in words
_MINE = r"(Row \d+: (?:(?:\d|safe), )*)mine"
_PICTURES = ("puzzle.png", "puzzle-dark.png", "solution.png", "solution-dark.png", "board.png", "board-solution.png")


def _day_in_ledger(edit: Callable[[Day], Day], name: str = HELD) -> Change:
    """Change a day in the ledger, puzzle and manifest kept."""

    def change(folder: Path) -> None:
        with DailyLedger(folder / LEDGER, write=True) as ledger:
            (day,) = (one for one in ledger.days(SERIES) if one.name == name)
            ledger.reserve_day(SERIES, edit(day), None, day)
            settle(ledger, edit(day))

    return change


def _record(**changes: Any) -> Callable[[Day], Day]:
    return lambda day: replace(day, record_json=json.dumps(json.loads(day.record_json) | changes))


def _setting(**changes: Any) -> Callable[[Day], Day]:
    return lambda day: replace(day, settings_json=json.dumps(json.loads(day.settings_json) | changes, sort_keys=True))


def _drawn_so(edit: Callable[[Day], Day]) -> Change:
    """Change the last day in the ledger, and draw its files from that."""

    def change(folder: Path) -> None:
        _day_in_ledger(edit, NEXT)(folder)
        with DailyLedger(folder / LEDGER, write=True) as ledger:
            _, before, day = ledger.days(SERIES)
        manifest = read_manifest(folder / _NEXT)
        assert manifest is not None
        shutil.rmtree(folder / _NEXT)
        draw_folder(DrawingJob(folder / _NEXT, day, before, False, manifest.series, manifest.ledger))

    return change


def _puzzle_of_the_day_before(folder: Path) -> None:
    """Let a day have the puzzle of the day before in the ledger."""
    with DailyLedger(folder / LEDGER, write=False) as ledger:
        (before,) = (day for day in ledger.days(SERIES) if day.name == OPENED)
    _day_in_ledger(lambda day: replace(day, record_json=before.record_json))(folder)


def _puzzle_of_a_book(folder: Path) -> None:
    """Let a day have a puzzle in the ledger that a book has too."""
    record = (Path(__file__).parents[1] / "dailies.jsonl").read_text(encoding="utf-8").splitlines()[0]
    _day_in_ledger(lambda day: replace(day, record_json=record))(folder)
    with DailyLedger(folder / LEDGER, write=True) as ledger:
        (day,) = (day for day in ledger.days(SERIES) if day.name == HELD)
        book = Printing("book", "alpha", "Alpha", "alpha", "", "", "{}", "2026-12-02T00:00:00+00:00")
        entries = [replace(entry_of_day(day), number=5, section="One")]
        ledger.settle(ledger.reserve(book, entries, None), entries)


def _rezipped(edit: Callable[[dict[str, bytes]], Any]) -> Change:
    """Unpack the zip, edit its files by name, and pack it again."""

    def change(folder: Path) -> None:
        with ZipFile(folder / ZIP) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        before = list(files.items())
        edit(files)
        assert list(files.items()) != before
        with ZipFile(folder / ZIP, "w", ZIP_STORED) as archive:
            for name, data in files.items():
                archive.writestr(name, data)

    return change


def _zip_text(name: str, old: bytes, new: bytes) -> Change:
    def edit(files: dict[str, bytes]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return _rezipped(edit)


def _without_item(feed: dict[str, Any]) -> None:
    del feed["items"][0]


def _twice(feed: dict[str, Any]) -> None:
    feed["items"].append(feed["items"][0])


def _swapped_items(feed: dict[str, Any]) -> None:
    feed["items"].reverse()


def _slower(frames: list[Any], times: list[int]) -> None:
    times[0] += 1000


def _fewer_frames(frames: list[Any], times: list[int]) -> None:
    del frames[1], times[1]


def _reordered(frames: list[Any], times: list[int]) -> None:
    frames[1], frames[2] = frames[2], frames[1]


def _other_clue(text: str) -> str:
    return re.sub(_CLUE, other_digit, text, count=1)


def _future_item(feed: dict[str, Any]) -> None:
    text = json.dumps(feed["items"][0]).replace(HELD, NEXT).replace("No. 2", "No. 3")
    feed["items"].insert(0, json.loads(text))


def _renamed_day(folder: Path) -> None:
    (folder / _NEXT).rename(folder / SITE / "2026-12-09")


def _all_days_as_copies(folder: Path) -> None:
    shutil.rmtree(folder / _DAY)
    shutil.copytree(folder / _OPEN, folder / _DAY)


def _other_picture(files: dict[str, bytes]) -> None:
    files[f"{HELD}/puzzle.png"] = files[f"{OPENED}/puzzle.png"]


def _move_before(files: dict[str, bytes]) -> None:
    name = next(iter(files))
    files[name] = files.pop(name)


_picture = Rows("pictures of a day", DAILY, "D504")
_text = Rows("texts of a day", DAILY, "D504")
_pdf = Rows("the page to print", DAILY, "D503 D504")
_site = Rows("files of a series", DAILY, "D504")
_manifest = Rows("manifests of a daily", DAILY, "D501")
_ledger = Rows("ledger of a daily", DAILY, "D501")
_zip = Rows("zip of days", DAILY, "D504")
_public = Rows("published copy", DAILY, "D504")
_sum = Rows("checksums", DAILY, "F101")

KINDS: list[Kind] = [
    *(_picture(f"{name}: a white rectangle over cells", edited_png(f"{_DAY}/{name}", rectangle(0.1, 0.1, 0.5, 0.4)))
      for name in _PICTURES),
    _picture("thumb.png: a white rectangle", edited_png(f"{_DAY}/thumb.png", rectangle(0.1, 0.1, 0.6, 0.6))),
    _picture("card.png: its words painted over", edited_png(f"{_DAY}/card.png", rectangle(0.2, 0.2, 0.8, 0.8))),
    _picture("puzzle.png: a line through the puzzle", edited_png(f"{_DAY}/puzzle.png", line())),
    _picture("puzzle.png: mirrored", edited_png(f"{_DAY}/puzzle.png", mirrored)),
    _picture("puzzle.png: cut in half", edited_png(f"{_DAY}/puzzle.png", cropped)),
    _picture("board.png: half the size", edited_png(f"{_DAY}/board.png", shrunk)),
    _picture("puzzle.png: a comment in the file", with_comment(f"{_DAY}/puzzle.png")),
    _picture("puzzle.png: bytes behind the end", appended(f"{_DAY}/puzzle.png", b"more")),
    _picture("puzzle.png: that of another day", copied(f"{_OPEN}/puzzle.png", f"{_DAY}/puzzle.png")),
    _picture("puzzle.png and solution.png exchanged", exchanged(f"{_DAY}/puzzle.png", f"{_DAY}/solution.png")),
    _picture("light and dark exchanged", exchanged(f"{_DAY}/puzzle.png", f"{_DAY}/puzzle-dark.png")),
    _picture("solution.png: that of another day", copied(f"{_OPEN}/solution.png", f"{_DAY}/solution.png")),
    _picture("thumb.png: no picture at all", written(f"{_DAY}/thumb.png", b"")),
    _picture("steps.gif: a frame left out", edited_gif(f"{_DAY}/steps.gif", _fewer_frames)),
    _picture("steps.gif: two frames exchanged", edited_gif(f"{_DAY}/steps.gif", _reordered)),
    _picture("steps.gif: slower", edited_gif(f"{_DAY}/steps.gif", _slower)),
    _picture("steps.gif: that of another day", copied(f"{_OPEN}/steps.gif", f"{_DAY}/steps.gif")),
    _picture("puzzle.svg: another clue",
             replaced(f"{_DAY}/puzzle.svg", r'(aria-label="\d" [^>]* d=)"[^"]*"', r'\1"M0 0H9"')),
    _picture("puzzle.svg: a clue left out", replaced(f"{_DAY}/puzzle.svg", r'<path aria-label="\d" [^>]*/>', "")),
    _picture("puzzle.svg: a clue in white",
             replaced(f"{_DAY}/puzzle.svg", r'(aria-label="\d" [^>]*)#000000', r"\1#ffffff")),
    _picture("puzzle.svg: a white rectangle over it",
             replaced(f"{_DAY}/puzzle.svg", "</svg>", '<rect width="900" height="900" fill="#ffffff"/></svg>')),
    _picture("puzzle.svg: a script", replaced(f"{_DAY}/puzzle.svg", "</svg>", "<script>alert(1)</script></svg>")),
    _picture("puzzle.svg: a line left out", replaced(f"{_DAY}/puzzle.svg", r"<line [^>]*/>\n", "")),
    _picture("puzzle.svg: another number", replaced(f"{_DAY}/puzzle.svg", r"No\.\s2", "No. 7")),
    # Texts
    _text("puzzle.json: another par time", set_json(f"{_DAY}/puzzle.json", "par", to=[8, 9])),
    _text("puzzle.json: another score", set_json(f"{_DAY}/puzzle.json", "score", to=77.7)),
    _text("puzzle.json: another difficulty", set_json(f"{_DAY}/puzzle.json", "difficulty", to="hard")),
    _text("puzzle.json: another tier", set_json(f"{_DAY}/puzzle.json", "tier", to=3)),
    _text("puzzle.json: another number", set_json(f"{_DAY}/puzzle.json", "number", to=3), "D501"),
    _text("puzzle.json: another date", set_json(f"{_DAY}/puzzle.json", "date", to=NEXT), "D501"),
    _text("puzzle.json: another title", set_json(f"{_DAY}/puzzle.json", "title", to="Another")),
    _text("puzzle.json: another author", set_json(f"{_DAY}/puzzle.json", "author", to="Nobody")),
    _text("puzzle.json: another address", set_json(f"{_DAY}/puzzle.json", "address", to="https://example.org/")),
    _text("puzzle.json: another size of a file", set_json(f"{_DAY}/puzzle.json", "files", "puzzle.png", "bytes", to=5)),
    _text("puzzle.json: a file of answers listed",
          edited_json(f"{_DAY}/puzzle.json", lambda data: data["files"].update({"solution.png": {}}))),
    _text("puzzle.json: another row in words", set_json(f"{_DAY}/puzzle.json", "text", 0, to="Row 1: 1")),
    _text("puzzle.json: the answer before its time",
          set_json(f"{_DAY}/puzzle.json", "solution", to="n" * 30), "D502"),
    _text("puzzle.json: the number of mines before its time", set_json(f"{_DAY}/puzzle.json", "mines", to=9), "D502"),
    _text("puzzle.json: the previous solution in words", set_json(f"{_DAY}/puzzle.json", "before", to=None)),
    _text("puzzle.json: a wrong answer", set_json(f"{_OPEN}/puzzle.json", "solution", to="n" * 30), "A302"),
    _text("puzzle.json: no JSON", written(f"{_DAY}/puzzle.json", b"{"), "D503"),
    _text("alt.txt: another clue", replaced(f"{_DAY}/alt.txt", _CLUE, other_digit), "D503"),
    _text("alt.txt: another title", replaced(f"{_DAY}/alt.txt", r"No\.\s2", "No. 9")),
    _text("alt.txt: the previous solution wrong", replaced(f"{_DAY}/alt.txt", _MINE, r"\1safe")),
    _text("alt.txt: empty", written(f"{_DAY}/alt.txt", b""), "D503"),
    _text("email.html: another clue", replaced(f"{_DAY}/email.html", _CLUE, other_digit), "D503"),
    _text("email.html: the link of another day", replaced(f"{_DAY}/email.html", f'href="[^"]*{HELD}/"', 'href="#"')),
    _text("email.html: the picture of another day", replaced(f"{_DAY}/email.html", f"{HELD}/board.png", "x/b.png")),
    _text("email.html: another previous solution",
          replaced(f"{_DAY}/email.html", f"{OPENED}/board-solution.png", f"{HELD}/board-solution.png")),
    _text("email.html: the size of the picture",
          replaced(f"{_DAY}/email.html", r'(board\.png" width=")\d+', r"\g<1>54")),
    _text("email.html: a script", appended(f"{_DAY}/email.html", b"<script>alert(1)</script>")),
    _text("email.html: its rules left out", replaced(f"{_DAY}/email.html", "Each number counts[^<]*", "")),
    _text("index.html: another clue", replaced(f"{_DAY}/index.html", r'"cells":"[^"\d]*(\d)', other_digit)),
    _text("index.html: another hash of the answer", replaced(f"{_DAY}/index.html", '"hash":"[0-9a-f]', '"hash":"g')),
    _text("index.html: no security policy", replaced(f"{_DAY}/index.html", "default-src 'none'; ", "")),
    _text("index.html: a changed script", replaced(f"{_DAY}/index.html", '"use strict"', '"use nothing"')),
    _text("index.html: a changed style", replaced(f"{_DAY}/index.html", "<style>", "<style>body{display:none}")),
    _text("index.html: another title", replaced(f"{_DAY}/index.html", "<title>[^<]*", "<title>Another")),
    _text("index.html: the link to the previous day", replaced(f"{_DAY}/index.html", f"../{OPENED}/", "../x/")),
    _text("index.html: the link to the PDF", replaced(f"{_DAY}/index.html", 'href="puzzle.pdf"', 'href="x.pdf"')),
    _text("index.html: a picture from elsewhere",
          replaced(f"{_DAY}/index.html", "</main>", '<img src="https://example.org/x.png"></main>')),
    _text("index.html: the previous solution in words", replaced(f"{_DAY}/index.html", _MINE, r"\1safe")),
    _text("index.html: that of an opened day", copied(f"{_OPEN}/index.html", f"{_DAY}/index.html")),
    # The page to print
    _pdf("puzzle.pdf: that of the day before", copied(f"{_OPEN}/puzzle.pdf", f"{_DAY}/puzzle.pdf"), "D503"),
    _pdf("puzzle.pdf: a white rectangle over a clue", _print(at_clue(WHITE_CLUE)), "D503"),
    _pdf("puzzle.pdf: a clip path that cuts off half of the page", _print(inside("0 0 250 2000 re W n")), "D503"),
    _pdf("puzzle.pdf: a dot in a blank", _print(at_blank("0 g {x:.2f} {y:.2f} 2 2 re f")), "D503"),
    _pdf("puzzle.pdf: a cell filled", _print(at_blank("0.3 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f")), "D502 D503"),
    _pdf("puzzle.pdf: bytes behind the end", appended(f"{_DAY}/puzzle.pdf", b"more"), "D504"),
    _pdf("puzzle.pdf: no PDF", written(f"{_DAY}/puzzle.pdf", b"%PDF-1.4"), "D503"),
    # Files of the series
    _site("feed.json: an item left out", edited_json(f"{SITE}/feed.json", _without_item)),
    _site("feed.json: an item twice", edited_json(f"{SITE}/feed.json", _twice)),
    _site("feed.json: two items exchanged", edited_json(f"{SITE}/feed.json", _swapped_items)),
    _site("feed.json: an item of a day to come", edited_json(f"{SITE}/feed.json", _future_item)),
    _site("feed.json: another id", set_json(f"{SITE}/feed.json", "items", 0, "id", to="https://example.org/1")),
    _site("feed.json: another title", set_json(f"{SITE}/feed.json", "title", to="Another")),
    _site("feed.json: another home page", set_json(f"{SITE}/feed.json", "home_page_url", to="https://example.org/")),
    _site("feed.json: another author", set_json(f"{SITE}/feed.json", "authors", 0, "name", to="Nobody")),
    _site("feed.json: a clue in the text",
          set_json(f"{SITE}/feed.json", "items", 0, "content_text", to=_other_clue)),
    _site("feed.xml: another title of an item", replaced(f"{SITE}/feed.xml", r"No\.\s2 –", "No. 5 –")),
    _site("feed.xml: another date", replaced(f"{SITE}/feed.xml", "<pubDate>Wed, 02", "<pubDate>Thu, 03")),
    _site("feed.xml: another length of the PDF", replaced(f"{SITE}/feed.xml", 'length="[0-9]+"', 'length="7"')),
    _site("feed.xml: an item left out", replaced(f"{SITE}/feed.xml", "<item>.*?</item>", "")),
    _site("feed.xml: another guid", replaced(f"{SITE}/feed.xml", f"(<guid [^>]*>[^<]*){HELD}", r"\g<1>x")),
    _site("feed.xml: another picture", replaced(f"{SITE}/feed.xml", f"{HELD}/puzzle.png", f"{OPENED}/puzzle.png")),
    _site("feed.xml: no XML", written(f"{SITE}/feed.xml", b"<rss>")),
    _site("calendar.ics: another date", replaced(f"{SITE}/calendar.ics", "DATE:20261202", "DATE:20261205")),
    _site("calendar.ics: an event left out",
          replaced(f"{SITE}/calendar.ics", "BEGIN:VEVENT.*?END:VEVENT\r\n", "")),
    _site("calendar.ics: another UID", replaced(f"{SITE}/calendar.ics", "UID:.", "UID:x")),
    _site("calendar.ics: another title", replaced(f"{SITE}/calendar.ics", r"No\.\s1", "No. 4")),
    _site("calendar.ics: a day to come",
          replaced(f"{SITE}/calendar.ics", "(BEGIN:VEVENT.*?END:VEVENT\r\n)", r"\1\1")),
    _site("archive: a puzzle left out", replaced(f"{SITE}/archive/2026-12.html", "<li.*?</li>", "")),
    _site("archive: another picture", replaced(f"{SITE}/archive/2026-12.html", f"{HELD}/thumb", f"{OPENED}/thumb")),
    _site("archive: the answer of a held day linked",
          replaced(f"{SITE}/archive/2026-12.html", f"{HELD}/puzzle.pdf", f"{HELD}/solution.png")),
    _site("archive: another difficulty", replaced(f"{SITE}/archive/2026-12.html", "marks l1", "marks l3")),
    _site("archive: another alternative text", replaced(f"{SITE}/archive/2026-12.html", 'alt="[^"]*"', 'alt=""')),
    _site("home page: another newest puzzle", replaced(f"{SITE}/index.html", f"{HELD}/puzzle.png", "x/puzzle.png")),
    _site("home page: a feed elsewhere", replaced(f"{SITE}/index.html", "feed.xml", "other.xml")),
    _site("home page: a script", replaced(f"{SITE}/index.html", "</main>", "<script>1</script></main>")),
    _site("home page: that of the archive", copied(f"{SITE}/archive/2026-12.html", f"{SITE}/index.html")),
    _site("a page for a month to come", written(f"{SITE}/archive/2027-01.html", b"<p>"), "D506"),
    _site("a file more in a day", written(f"{_DAY}/answer.txt", b"mines"), "D506"),
    _site("a day that was never issued", copied(_OPEN, f"{SITE}/2026-12-10"), "D501"),
    _site("a day's folder missing", removed(_DAY), "F101"),
    _site("a day's folder renamed", _renamed_day, "F101"),
    _site("a day's folder that of another day", _all_days_as_copies, "F101"),
    # Manifests
    _manifest("day: another number", set_json(f"{_DAY}/manifest.json", "number", to=7)),
    _manifest("day: another date", set_json(f"{_DAY}/manifest.json", "date", to=NEXT), "F101"),
    _manifest("day: another series", set_json(f"{_DAY}/manifest.json", "series", to="0" * 32)),
    _manifest("day: other inputs", set_json(f"{_DAY}/manifest.json", "inputs", to="0" * 64)),
    _manifest("day: another ledger", set_json(f"{_DAY}/manifest.json", "ledger", to="../other.sqlite")),
    _manifest("day: a file not named",
              edited_json(f"{_DAY}/manifest.json", lambda data: data["files"].pop("card.png")), "F101"),
    _manifest("day: a file named that is none",
              edited_json(f"{_DAY}/manifest.json", lambda data: data["files"].update(x={"bytes": 1, "sha256": ""})),
              "F101"),
    _manifest("day: the kind of a series", set_json(f"{_DAY}/manifest.json", "kind", to="dailies"), "D501"),
    _manifest("series: another date of the run", set_json(f"{SITE}/manifest.json", "presentation", "as_of", to=NEXT),
              "D504"),
    _manifest("series: another title", set_json(f"{SITE}/manifest.json", "presentation", "title", to="X"), "D504"),
    _manifest("series: answers not held",
              set_json(f"{SITE}/manifest.json", "presentation", "hold_solution", to=False), "D507"),
    _manifest("series: a file not named",
              edited_json(f"{SITE}/manifest.json", lambda data: data["files"].pop("feed.xml")), "F101"),
    _manifest("series: no presentation", edited_json(f"{SITE}/manifest.json", lambda data: data.pop("presentation")),
              "F101"),
    _manifest("series: no presentation, of other versions",
              edited_json(f"{SITE}/manifest.json",
                          lambda data: data.update(presentation={}, tools=data["tools"] | {"python": "2.7"})), "D505"),
    _manifest("series: a day called withdrawn",
              set_json(f"{SITE}/manifest.json", "withdrawn", to={"2026-11-01": 1}), "F101"),
    # Ledger
    _ledger("a day's score", _day_in_ledger(_record(score=99.0))),
    _ledger("a day's difficulty", _day_in_ledger(_record(difficulty="hard")), "P205"),
    _ledger("a day's par time", _day_in_ledger(_record(par=[8, 9]))),
    _ledger("a day's answer", _day_in_ledger(_record(solution="n" * 30)), "A302"),
    _ledger("a day's title", _day_in_ledger(_setting(title="Another"))),
    _ledger("a day's address", _day_in_ledger(_setting(address="https://example.org/"))),
    _ledger("a day that does not hold its answer", _day_in_ledger(_setting(hold_solution=False))),
    _ledger("a day's score, and its files drawn so", _drawn_so(_record(score=99.0)), "P209"),
    _ledger("a day's par time, and its files drawn so", _drawn_so(_record(par=[8, 9])), "P209"),
    _ledger("a day's tier, and its files drawn so", _drawn_so(_record(tier=4)), "P209"),
    _ledger("a day's difficulty, and its files drawn so", _drawn_so(_record(difficulty="medium")), "P205 P212"),
    _ledger("the puzzle of the day before", _puzzle_of_the_day_before, "P206"),
    _ledger("the puzzle of a book", _puzzle_of_a_book, "P207"),
    # The zip
    _zip("a picture of another day", _rezipped(_other_picture), "F101", redo=False),
    _zip("a picture left out", _rezipped(lambda files: files.pop(f"{HELD}/card.png")), "F101", redo=False),
    _zip("a file more", _rezipped(lambda files: files.update({"readme.txt": b"x"})), "F101", redo=False),
    _zip("a day left out of the spreadsheet", _zip_text("index.csv", b"2026-12-02", b"2026-12-12"), redo=False),
    _zip("another title in the spreadsheet", _zip_text("index.csv", b"Damaged Daily", b"Other Daily"), redo=False),
    _zip("the spreadsheet left out", _rezipped(lambda files: files.pop("index.csv")), redo=False),
    _zip("its files in another order", _rezipped(_move_before), redo=False),
    _zip("bytes behind the end", appended(ZIP, b"more"), redo=False),
    _zip("bytes before the beginning", prepended(ZIP, b"more"), redo=False),
    _zip("a manifest left out", _rezipped(lambda files: files.pop(f"{HELD}/manifest.json")), "F101", redo=False),
    # The published copy
    _public("home page: a script", replaced(f"{PUBLIC}/index.html", "</main>", "<script>1</script></main>")),
    _public("archive: a puzzle left out", replaced(f"{PUBLIC}/archive/2026-12.html", "<li.*?</li>", "")),
    _public("feed.json: another home page", set_json(f"{PUBLIC}/feed.json", "home_page_url", to="https://x.example/")),
    _public("feed.xml: another guid", replaced(f"{PUBLIC}/feed.xml", f"(<guid [^>]*>[^<]*){HELD}", r"\g<1>x")),
    _public("calendar.ics: another date", replaced(f"{PUBLIC}/calendar.ics", "DATE:20261202", "DATE:20261205")),
    _public("sitemap.xml: an address elsewhere",
            replaced(f"{PUBLIC}/sitemap.xml", "puzzles.example.org/d/</loc>", "x.example/</loc>")),
    _public("embed.txt: a frame elsewhere", replaced(f"{PUBLIC}/embed.txt", "puzzles.example.org", "x.example")),
    _public("digest.html: a link elsewhere", replaced(f"{PUBLIC}/digest.html", "puzzles.example.org", "x.example")),
    _public("digest.txt: a link elsewhere", replaced(f"{PUBLIC}/digest.txt", "puzzles.example.org", "x.example")),
    _public("worker.js: a foreign script", appended(f"{PUBLIC}/worker.js", b'importScripts("https://x.example/x.js")')),
    _public("an icon: a comment in the file", with_comment(f"{PUBLIC}/icon-192.png")),
    _public("the app: another start", set_json(f"{PUBLIC}/manifest.webmanifest", "start_url", to="https://x.example/")),
    _public("a page of a day: a script", replaced(f"{PUBLIC}/{OPENED}/index.html", "</main>", "<p>1</p></main>")),
    _public("oembed.json: a frame elsewhere",
            set_json(f"{PUBLIC}/{OPENED}/oembed.json", "html", to='<iframe src="https://x.example/"></iframe>')),
    _public("embed.html: a script", replaced(f"{PUBLIC}/{OPENED}/embed.html", "</main>", "<script>1</script></main>")),
    _public("today: another page", replaced(f"{PUBLIC}/today/index.html", "</main>", "<p>1</p></main>"), "F101"),
    _public("today.png: that of another day", copied(f"{PUBLIC}/{OPENED}/puzzle.png", f"{PUBLIC}/today.png"), "F101"),
    _public("a file of answers", copied(f"{_DAY}/solution.png", f"{PUBLIC}/{HELD}/solution.png"), "D502"),
    _public("manifest: no settings",
            edited_json(f"{PUBLIC}/manifest.json", lambda data: data["presentation"].pop("site")), "F101"),
    _public("manifest: another address",
            set_json(f"{PUBLIC}/manifest.json", "presentation", "site", "address", to="https://x.example/")),
    _public("manifest: a day drawn from something else",
            set_json(f"{PUBLIC}/archive/2026-12.json", "days", HELD, to="0" * 64), "D508"),
    _public("manifest: a file not named",
            edited_json(f"{PUBLIC}/manifest.json", lambda data: data["files"].pop("worker.js")), "F101"),
    _public("line ends of a system with CRLF", with_line_ends(PUBLIC, b"\r\n"), "D509", redo=False),
    _public("line ends of a system with LF", with_line_ends(PUBLIC, b"\n"), "D509", redo=False),
    # Checksums alone
    _sum("a file of a day changed", appended(f"{_DAY}/alt.txt", b"\n"), redo=False),
    _sum("a file of a day missing", removed(f"{_DAY}/card.png")),
    _sum("a file of the series missing", removed(f"{SITE}/feed.xml")),
    _sum("line ends of a series changed", with_line_ends(SITE, b"\r\n"), "D509", redo=False),
    _sum("a manifest changed that the ledger knows",
         set_json(f"{_DAY}/manifest.json", "tools", "python", to="2.7"), redo=False),
]  # fmt: skip
