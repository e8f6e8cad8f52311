"""Damage that lets a book contradict its records: pages, puzzles.jsonl, manifests; and what no page shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
from kinds import Change, Kind, Rows
from page_kinds import COVER, INTERIOR, KEY, PUZZLE
from pdf_changes import (
    attachment,
    blank_page,
    bookmark,
    edited_pdf,
    from_other_book,
    information,
    launch,
    metadata,
    on_page_object,
    on_root,
    page_twice,
    pages_exchanged,
    script,
    web_link,
    without_page,
)
from picture_changes import edited_png, rectangle
from pikepdf import Array, Dictionary, Name
from sound import BOOK, EDITIONS, FOOT, IDEAS, PICTURES
from text_changes import (
    appended,
    copied,
    edited_json,
    edited_lines,
    prepended,
    removed,
    replaced,
    set_json,
    set_record,
    written,
)

_MANIFEST, _RECORDS = "manifest.json", "puzzles.jsonl"

_pages = Rows("pages", BOOK, "F117 F115")
_records = Rows("records", BOOK, "P209 P208")
_manifest = Rows("manifest of a book", BOOK, "F115")
_editions = Rows("editions", EDITIONS, "F115 F101")
_hidden = Rows("what no page shows", BOOK, "I27")
_pictures = Rows("pictures of a book", BOOK, "F117")
_sum = Rows("checksums", BOOK, "F101")


def _record(key: str, to: Any, at: int = 0) -> Change:
    return edited_lines(_RECORDS, set_record(at, key, to))


def _twice(records: list[Any]) -> None:
    records.append(records[0])


def _exchanged(records: list[Any]) -> None:
    records[0], records[1] = records[1], records[0]


def _repeated(records: list[Any]) -> None:
    records[3] = records[2] | {"number": 4}


def _numbers_exchanged(records: list[Any]) -> None:
    records[0]["number"], records[1]["number"] = records[1]["number"], records[0]["number"]


def _other_solution(text: str) -> str:
    return text.translate(str.maketrans("yn", "ny"))


def _reversed(pdf: pikepdf.Pdf) -> None:
    for page in list(pdf.pages)[:-1][::-1]:
        pdf.pages.append(page)
        pdf.pages.remove(page)


def _both(*names: str, to: Any) -> Change:
    """Set a key in the manifest, and the same in its config."""

    def edit(data: dict[str, Any]) -> None:
        data[names[-1]] = to
        data["config"][names[-1]] = to

    return edited_json(_MANIFEST, edit)


def _config(*way: str | int, to: Any) -> Change:
    return set_json(_MANIFEST, "config", *way, to=to)


def _incremental(folder: Path) -> None:
    """Add a later state of the file that blanks a page, as programs for notes do."""
    path = folder / INTERIOR
    before = path.read_bytes()
    start = int(before.rsplit(b"startxref", 1)[1].split()[0])
    with pikepdf.open(path) as pdf:
        number, size = pdf.pages[PUZZLE - 1].Contents.objgen[0], int(pdf.trailer.Size)
        root = pdf.Root.objgen[0]
    added = f"\n{number} 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n".encode()
    table = f"xref\n{number} 1\n{len(before) + 1:010} 00000 n \n".encode()
    trailer = (
        f"trailer\n<</Size {size} /Root {root} 0 R /Prev {start}>>\nstartxref\n{len(before) + len(added)}\n%%EOF\n"
    )
    path.write_bytes(before + added + table + trailer.encode())


def _edition_of(source: str, target: str) -> Change:
    """Copy the interior of an edition over that of another."""
    return copied(f"{source}/{INTERIOR}", f"{target}/{INTERIOR}")


def _other_puzzles(folder: Path) -> None:
    """Drop the last record above the editions."""
    rows = (folder / _RECORDS).read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / _RECORDS).write_text("".join(rows[:-1]), encoding="utf-8")


def _without_edition(data: dict[str, Any]) -> None:
    data["editions"].popitem()


def _with_edition(data: dict[str, Any]) -> None:
    data["editions"]["kdp"] = {"pages": 24, "manifest_sha256": "0" * 64}


KINDS: list[Kind] = [
    _pages("the last page dropped", edited_pdf(INTERIOR, without_page(-1))),
    _pages("the title page dropped", edited_pdf(INTERIOR, without_page(1))),
    _pages("the contents dropped", edited_pdf(INTERIOR, without_page(3))),
    _pages("a page of rules dropped", edited_pdf(INTERIOR, without_page(6))),
    _pages("a page of puzzles dropped", edited_pdf(INTERIOR, without_page(PUZZLE)), "P201"),
    _pages("a page of answers dropped", edited_pdf(INTERIOR, without_page(KEY)), "A301"),
    _pages("the hints dropped", edited_pdf(INTERIOR, without_page(17)), "R402"),
    _pages("a page of puzzles twice", edited_pdf(INTERIOR, page_twice(PUZZLE)), "P201"),
    _pages("a page of answers twice", edited_pdf(INTERIOR, page_twice(KEY)), "A301"),
    _pages("a page of notes twice", edited_pdf(INTERIOR, page_twice(21))),
    _pages("two pages of puzzles exchanged", edited_pdf(INTERIOR, pages_exchanged(PUZZLE, PUZZLE + 1)), "F109"),
    _pages("two pages of front matter exchanged", edited_pdf(INTERIOR, pages_exchanged(1, 2))),
    _pages("two pages of notes exchanged", edited_pdf(INTERIOR, pages_exchanged(20, 21))),
    _pages("a blank page at the end", edited_pdf(INTERIOR, blank_page(-1))),
    _pages("a blank page before the puzzles", edited_pdf(INTERIOR, blank_page(PUZZLE)), "F109"),
    _pages("all pages in reverse", edited_pdf(INTERIOR, _reversed), "F109"),
    _pages("a page of the cover in the book", from_other_book(COVER, 1, 20), "I09"),
    Kind("pages", "a page of the interior dropped", FOOT, ("F117", "F115"), edited_pdf(INTERIOR, without_page(1))),
    Kind("pages", "an answer page twice", FOOT, ("A301",), edited_pdf("answers.pdf", page_twice(1))),
    Kind("pages", "a blank page behind the answers", FOOT, ("F117",), edited_pdf("answers.pdf", blank_page(-1))),
    # Records
    Kind("ideas", "another idea in a record", IDEAS, ("P213", "R407", "P208"), _record("idea", "only-3s")),
    Kind("ideas", "an unknown idea in a record", IDEAS, ("P208",), _record("idea", "only-9s")),
    _records("a higher tier", _record("tier", 4)),
    _records("a lower tier", _record("tier", 1, 7), "P204 P209"),
    _records("another score", _record("score", 99.9), quick=True),
    _records("another number of bottlenecks", _record("bottlenecks", 55)),
    _records("another par time", _record("par", [50, 60]), "P209 R404"),
    _records("another difficulty", _record("difficulty", "expert"), "P205"),
    _records("another section", _record("section", 2), "P208"),
    _records("another number", _record("number", 55), "P201 P208"),
    _records("two numbers exchanged", edited_lines(_RECORDS, _numbers_exchanged), "P202 P208"),
    _records("another solution", _record("solution", _other_solution), "A302"),
    _records("another clue", _record("puzzle", lambda text: text.replace("2", "3", 1)), "P202"),
    _records("another number of clues", _record("clues", 1)),
    _records("another number of mines", _record("mines", 1)),
    _records("another width", _record("width", 5)),
    _records("another height", _record("height", 9)),
    _records("another total", _record("total", 3)),
    _records("the total left out", _record("puzzle", lambda text: text.split(",")[0]), "P202 R404 P208"),
    _records("another random stream", _record("seed", "another/stream"), "P208 P209"),
    _records("another number of attempts", _record("attempts", 999)),
    _records("a quality that was never measured", _record("quality", {"score": 5.0}), "P208 P209"),
    _records("a quality of a kind there is not", _record("quality", {"beauty": 5.0}), "P208 P209"),
    _records("a key more", _record("note", "x"), "P208"),
    _records("a record twice", edited_lines(_RECORDS, _twice), "P201 P208"),
    _records("a record left out", edited_lines(_RECORDS, lambda records: records.pop()), "P201 P208"),
    _records("two records exchanged", edited_lines(_RECORDS, _exchanged), "P208"),
    _records("no records", written(_RECORDS, b""), "P201 P208 refused"),
    _records("a line that is no record", appended(_RECORDS, b"{}\n"), "refused P208"),
    _records("an empty line", appended(_RECORDS, b"\n"), "refused P208 F117"),
    _records("bytes that are no text", appended(_RECORDS, b"\xff\n"), "refused P208"),
    _records("a puzzle without a solution", _record("puzzle", "6x5:8zzc"), "P208"),
    Kind("records", "a puzzle twice", PICTURES, ("P206",), edited_lines(_RECORDS, _repeated)),
    # Manifests
    _manifest("another number of pages", set_json(_MANIFEST, "counts", "pages", to=28), quick=True),
    _manifest("another number of puzzles", set_json(_MANIFEST, "counts", "puzzles", to=11)),
    _manifest("other numbers by difficulty", set_json(_MANIFEST, "counts", "by_difficulty", "easy", to=3)),
    _manifest("another number of attempts", set_json(_MANIFEST, "counts", "attempts", to=lambda n: n + 1)),
    _manifest("another title", set_json(_MANIFEST, "title", to="Another")),
    _manifest("another title, in the config too", _both("title", to="Another"), "F115 F117"),
    _manifest("another series", set_json(_MANIFEST, "series", to="another")),
    _manifest("another digest of the config", set_json(_MANIFEST, "config_sha256", to="0" * 64)),
    _manifest("another profile", _config("page", "profile", to="ingram"), "F115 refused"),
    _manifest("another trim", _config("page", "trim", to="8.5x11"), "F115 F117 I09"),
    _manifest("another paper", _config("page", "paper", to="cream"), "F115 F117"),
    _manifest("another theme", _config("theme", to="travel"), "F115"),
    _manifest("another language", _config("language", to="de"), "F115"),
    _manifest("another name of a section", _config("sections", 0, "name", to="Fist"), "F115 F117"),
    _manifest("another number of puzzles in the config", _config("sections", 0, "count", to=5), "F115 P208 F117"),
    _manifest("another size in the config", _config("sections", 0, "size", to=["7x5"]), "F115 P208 F117 refused"),
    _manifest("another difficulty in the config", _config("sections", 0, "difficulty", to="hard"), "F115 P208"),
    _manifest("another author", _config("author", to="Eve"), "F115 F117"),
    _manifest("no cover", _config("cover", "make", to=False), "F115 F117"),
    _manifest("another width of a page", set_json(_MANIFEST, "page", "width", to=400.0)),
    _manifest("no gutter", set_json(_MANIFEST, "page", "gutter", to=0.0)),
    _manifest("smaller type allowed", set_json(_MANIFEST, "page", "least_type", to=1.0)),
    _manifest("color allowed", set_json(_MANIFEST, "page", "spaces", to=["grey", "rgb"])),
    _manifest("metadata allowed", set_json(_MANIFEST, "page", "metadata", to=True)),
    _manifest("a book that is not bound", set_json(_MANIFEST, "page", "bound", to=False)),
    _manifest("another printer", set_json(_MANIFEST, "page", "printer", to="ingram")),
    _manifest("no answer key", _config("back_matter", "answer_key", to=False), "F115 F117"),
    Kind("manifest of a book", "a shuffled answer key", FOOT, ("A306",),
         _config("back_matter", "answer_key", "order", to="shuffled")),
    _manifest("no hints", _config("aids", "hints", to="none"), "F115 F117"),
    _manifest("no QR codes", _config("aids", "qr", to=False), "F115 F117"),
    _manifest("no par times", _config("aids", "par", to=False), "F115 F117 R404"),
    _manifest("no contents", _config("front_matter", "contents", to=False), "F115 F117"),
    _manifest("another address in the QR codes",
              _config("aids", "qr_url", to="https://example.org/?n={number}"), "F115 R403"),
    _manifest("another digest of a template", set_json(_MANIFEST, "templates", "en/words.yaml", to="0" * 64), "F116"),
    _manifest("another version of puzzlegen", set_json(_MANIFEST, "puzzlegen", to="9.9"), "F116"),
    _manifest("another version of a library", set_json(_MANIFEST, "versions", "reportlab", to="9.9"), "F116"),
    _manifest("a file left out", edited_json(_MANIFEST, lambda data: data["files"].pop(COVER)), "F115 F101"),
    _manifest("a file more", edited_json(_MANIFEST, lambda data: data["files"].update(x="0")), "F101 F115"),
    _manifest("another kind", set_json(_MANIFEST, "kind", to="novel"), "F115 refused"),
    _manifest("findings that nobody found", set_json(_MANIFEST, "findings_by_code", to={"P203": 3}), "F115"),
    _manifest("a key left out", edited_json(_MANIFEST, lambda data: data.pop("counts")), "F115 refused"),
    _manifest("no JSON", written(_MANIFEST, b"{"), "refused", redo=False),
    _manifest("removed", removed(_MANIFEST), "refused", redo=False),
    _manifest("a path that leads out",
              edited_json(_MANIFEST, lambda data: data["files"].update({"../x": "0"})), "refused"),
    # Editions
    _editions("another number of pages", set_json(_MANIFEST, "editions", "screen", "pages", to=99)),
    _editions("another title", set_json(_MANIFEST, "title", to="Another")),
    _editions("an edition left out", edited_json(_MANIFEST, _without_edition)),
    _editions("an edition more", edited_json(_MANIFEST, _with_edition)),
    _editions("the folder of an edition missing", removed("screen")),
    _editions("the interior of another edition", _edition_of("screen", "home-a4"), "I09"),
    _editions("other puzzles above the editions", _other_puzzles, "F115 P208"),
    _editions("the manifest of another edition", copied(f"screen/{_MANIFEST}", f"home-a4/{_MANIFEST}"),
              "F101 F115 F117"),
    _editions("another digest of an edition",
              set_json(_MANIFEST, "editions", "screen", "manifest_sha256", to="0" * 64), "F101", redo=False),
    _editions("another title of an edition", set_json(f"screen/{_MANIFEST}", "title", to="Another"), "F115"),
    _editions("a link to another page",
              edited_pdf(f"screen/{INTERIOR}", lambda pdf: pdf.pages[0].obj.__setitem__("/Annots", Array([]))), "F117"),
    _editions("a bookmark more", edited_pdf(f"screen/{INTERIOR}", bookmark), "F117"),
    _editions("another title in the information", edited_pdf(f"screen/{INTERIOR}", information), "F117"),
    # What no page shows
    _hidden("a script on opening", edited_pdf(INTERIOR, on_root("/OpenAction", script)), quick=True),
    _hidden("a web page on opening", edited_pdf(INTERIOR, on_root("/OpenAction", web_link))),
    _hidden("a program on opening", edited_pdf(INTERIOR, on_root("/OpenAction", launch))),
    _hidden("a page to open with",
            edited_pdf(INTERIOR, on_root("/OpenAction", lambda pdf: Array([pdf.pages[5].obj, Name.Fit]))), "F117"),
    _hidden("a script on closing", edited_pdf(INTERIOR, on_root("/AA", lambda pdf: Dictionary(WC=script(pdf))))),
    _hidden("a script on turning a page",
            edited_pdf(INTERIOR, on_page_object(PUZZLE, "/AA", lambda pdf: Dictionary(O=script(pdf))))),
    _hidden("a web page on turning a page",
            edited_pdf(INTERIOR, on_page_object(PUZZLE, "/AA", lambda pdf: Dictionary(O=web_link(pdf))))),
    _hidden("a script by name", edited_pdf(INTERIOR, on_root(
        "/Names", lambda pdf: Dictionary(JavaScript=Dictionary(Names=Array(["x", script(pdf)])))))),
    _hidden("an attachment", edited_pdf(INTERIOR, attachment)),
    _hidden("a link", edited_pdf(INTERIOR, on_page_object(PUZZLE, "/Annots", lambda pdf: Array([Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 99, 99]), A=web_link(pdf))]))), "I23"),
    _hidden("a form field", edited_pdf(INTERIOR, on_root("/AcroForm", lambda _: Dictionary(Fields=Array([]))))),
    _hidden("bookmarks", edited_pdf(INTERIOR, bookmark), "I24"),
    _hidden("document information", edited_pdf(INTERIOR, information), "I25"),
    _hidden("metadata", edited_pdf(INTERIOR, metadata), "I25"),
    _hidden("a password",
            edited_pdf(INTERIOR, lambda _: None, encryption=pikepdf.Encryption(owner="x", user="")), "I03"),
    _hidden("bytes behind the end", appended(INTERIOR, b"more" * 300), "I30", quick=True),
    _hidden("bytes before the beginning", prepended(INTERIOR, b"more\n"), "F117 I01"),
    _hidden("an earlier state of the file", _incremental, "I31"),
    _hidden("a file cut off", written(INTERIOR, b"%PDF-1.7\n"), "I01 refused"),
    _hidden("a page with a thumbnail",
            edited_pdf(INTERIOR, on_page_object(PUZZLE, "/Thumb", lambda pdf: pdf.make_stream(b"x"))), "F117"),
    _hidden("another language of the document", edited_pdf(INTERIOR, on_root("/Lang", lambda _: "xx")), "F117"),
    _hidden("a script in the cover", edited_pdf(COVER, on_root("/OpenAction", script)), "I27"),
    _hidden("a web page in the cover", edited_pdf(COVER, on_root("/OpenAction", web_link)), "I27"),
    _hidden("bytes behind the end of the cover", appended(COVER, b"more" * 300), "I30"),
    _hidden("metadata in the cover", edited_pdf(COVER, metadata), "I25"),
    # Pictures
    _pictures("preview.png painted over", edited_png("preview.png", rectangle(0, 0, 0.5, 0.5))),
    _pictures("preview.png no picture", written("preview.png", b"x")),
    _pictures("preview.png removed", removed("preview.png"), "F101"),
    _pictures("listing/cover.jpg painted over", edited_png("listing/cover.jpg", rectangle(0, 0, 0.5, 0.5))),
    _pictures("listing/spread-3.jpg painted over", edited_png("listing/spread-3.jpg", rectangle(0, 0, 0.5, 0.5))),
    _pictures("listing/book.jpg no picture", written("listing/book.jpg", b"x")),
    _pictures("listing/shop-text.txt rewritten", written("listing/shop-text.txt", b"x")),
    _pictures("listing/spread-1.jpg removed", removed("listing/spread-1.jpg"), "F101"),
    # Checksums alone
    _sum("the interior changed", appended(INTERIOR, b"\n"), redo=False),
    _sum("the cover missing", removed(COVER)),
    _sum("the records changed", replaced(_RECORDS, '"attempts": [0-9]+', '"attempts": 1234'), redo=False),
    _sum("a digest changed", set_json(_MANIFEST, "files", INTERIOR, to="0" * 64), redo=False),
]  # fmt: skip
