"""The files of a day: each is read by a parser of its format, and none reveals an answer that is held back."""

import base64
import hashlib
import json
import re
import warnings
from dataclasses import replace
from datetime import date
from html import escape
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import html5lib
import jsonschema
import pdfplumber
import pikepdf
import pytest
from made_days import NINE, PIXELS, SERIES, TWELVE, day, made, read, record
from PIL import Image

from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS
from puzzlegen.board.puzzle import BLANK
from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.config.book import PageConfig
from puzzlegen.config.day_files import ANSWER_FILES, DAY_FILES, OPTIONAL_FILES
from puzzlegen.config.pages import resolve_page
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import link_card_page, picture_options, print_page, write_day
from puzzlegen.daily.fit_check import Board, check_fit
from puzzlegen.drawing.color import hex_of
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.errors import LayoutError, OutputError
from puzzlegen.files.templates import languages
from puzzlegen.formats import answer, line
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import date_in_words
from puzzlegen.layout.core.document import Text
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import LIGHT
from puzzlegen.ledger.days import Day
from puzzlegen.web.templates import brand_named

pytestmark = pytest.mark.xdist_group("daily-files")  # what they share is made once

NASTY = """<script>5"&6' {{ date }} {title} </title>-->"""
SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "daily.schema.json").read_text(encoding="utf-8"))

SHOWN = [name for name in DAY_FILES if name not in ANSWER_FILES]


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    series = replace(SERIES, hold_solution=True)
    wished = replace(
        record(TWELVE),
        quality={"score": 80.5, "fresh": 1.0},
        wishes={"technique": {"wanted": "1-2", "reached": 3}, "score": {"wanted": 40.0, "reached": 40.5}},
    )
    today = Day.issue(day().date, 12, wished, series)
    return made(tmp_path_factory.mktemp("held"), today, day(NINE, 11, series))


MOSAIC = "mosaic:8x6:1a0a4h45a1b12f2244c4a46b4a3c4a"


def test_days_of_different_kinds_have_their_own_words(tmp_path: Path) -> None:
    today, before = day(MOSAIC), day(NINE, 11)
    words = [load("en").for_variant(one.puzzle.grid.variant) for one in (today, before)]
    for folder, one, other, rules in (("a", today, before, words[0]), ("b", before, today, words[1])):
        made_day = made(tmp_path / folder, one, other)
        assert rules.text("puzzle.rules") in read(made_day, "email.html")
        assert words[words[0] is rules].text("puzzle.rules") not in read(made_day, "email.html")
        text = read(made_day, "alt.txt")
        own, rest = text.split("Solution of No")
        assert ("filled" in own, "filled" in rest) == ((one is today), (one is before))
        assert ("mine" in own, "mine" in rest) == ((one is before), (one is today))


def test_a_day_names_its_kind_wherever_its_puzzle_is_shown() -> None:
    hexagons = DayPresentation(day("hexagonal:4x4:d2a2b1a3c1,m5"), None)
    kind = "Hexagonal Minesweeper"
    assert hexagons.facts[0] == kind and kind in hexagons.alt
    picture = puzzle_picture(hexagons.day.puzzle, FontMetrics(), None, picture_options(hexagons, LIGHT))
    for page in (print_page(hexagons), link_card_page(hexagons), picture):
        assert any(kind in mark.string for mark in page.marks if isinstance(mark, Text))
    usual = DayPresentation(day(), None)
    assert usual.kind == "" and "Minesweeper" not in " ".join(usual.facts)


def test_there_are_all_files_and_no_other(made_day: Path) -> None:
    assert sorted(path.name for path in made_day.iterdir()) == sorted(DAY_FILES)


def test_files_can_be_left_out(made_day: Path, tmp_path: Path) -> None:
    left_out = set(OPTIONAL_FILES)
    series = replace(SERIES, leave_out=tuple(sorted(left_out)))
    plain = made(tmp_path / "a", day(series=series), day(NINE, 11))
    assert {path.name for path in plain.iterdir()} == set(DAY_FILES) - left_out
    assert set(json.loads(read(plain, "puzzle.json"))["files"]) == set(DAY_FILES) - left_out - {"puzzle.json"}
    for name in ("puzzle.png", "puzzle.pdf", "solution.png", "thumb.png"):
        assert (plain / name).read_bytes() == (made_day / name).read_bytes(), name
    page, (width, height) = read(plain, "index.html"), PIXELS["puzzle.png"]
    preview = read(made_day, "index.html").replace("2026-12-01/card.png", "2026-12-01/puzzle.png")
    assert page == preview.replace('width" content="1200"', f'width" content="{width}"').replace('"630"', f'"{height}"')
    after = made(tmp_path / "b", day(), day(NINE, 11, series))
    for name in ("email.html", "mail.html"):
        assert "board.png" in read(after, name)
        assert "board-solution.png" not in read(after, name)  # the day before has none


def test_page_and_mails_link_to_the_site_of_the_publisher(made_day: Path, tmp_path: Path) -> None:
    address, name = "https://example.org/", "Fields & <b>Mines</b>"
    made(tmp_path, day(series=replace(SERIES, home=address, home_name=name)))
    for file in ("index.html", "email.html", "mail.html"):
        assert re.search(rf'<a href="{address}"[^>]*>{escape(name)}</a>', read(tmp_path, file))
        assert f'"{address}"' not in read(made_day, file)
    assert read(tmp_path, "mail.txt").endswith(f"\n{name}: {address}\n")


def test_the_markup_of_a_page_loads_no_other_file(made_day: Path) -> None:
    """A folder of a day is also published alone, and the studio shows the page where it can load nothing."""
    text = read(made_day, "index.html")
    color = quote(hex_of(brand_named(SERIES.palette).light))
    (icon,) = re.findall(r'<link rel="icon" href="([^"]*)">', text)
    assert icon.startswith("data:image/svg+xml,") and color in icon
    markup = re.sub(r"(<script[^>]*>).*?</script>", r"\1", text, flags=re.DOTALL)  # a script adds that of an app
    assert markup.count("<script") == text.count("</script>") > 0
    markup = re.sub("<noscript>.*?</noscript>", "", markup, flags=re.DOTALL)  # its picture is beside the page
    loads = r'<(?:img|script|iframe|source)[^>]* src="(?!data:)|<link rel="(?:stylesheet|manifest)"'
    assert not re.search(loads, markup)


def test_a_page_allows_the_icons_of_the_app_to_load(made_day: Path) -> None:
    assert "img-src 'self' file: data:; manifest-src 'self'" in read(made_day, "index.html")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", languages())
def test_the_printed_page_passes_preflight(language: str, paper: str, tmp_path: Path) -> None:
    series = replace(SERIES, language=language, paper=paper)
    write_pdf([print_page(DayPresentation(day(series=series), day(NINE, 11, series)))], tmp_path / "puzzle.pdf")
    profile = resolve_page(PageConfig.model_validate({"profile": f"home-{paper}"})).profile
    assert check_interior(PdfFile(tmp_path / "puzzle.pdf"), profile) == []


def test_the_printed_file_has_one_page_of_words_and_no_more(made_day: Path) -> None:
    with pikepdf.open(made_day / "puzzle.pdf") as pdf:
        assert (str(pdf.Root.Lang), str(pdf.docinfo["/Author"])) == (SERIES.language, SERIES.author)
        assert str(pdf.docinfo["/Title"]).startswith(SERIES.title) and pdf.Root.ViewerPreferences.DisplayDocTitle
        assert len(pdf.pages) == 1
    with pdfplumber.open(made_day / "puzzle.pdf") as pdf:
        text = pdf.pages[0].extract_text()
    for expected in (
        "Quiet Fields", "No. 12", "Tuesday, December 1, 2026", "Hard", "Par 5–10 min", "Each number counts the mines",
        "Solution of No. 11", "Monday, November 30, 2026", "puzzles.example.org/daily/2026-12-01/",
    ):  # fmt: skip
        assert expected in text.replace("\u00a0", " "), expected


def test_par_times_are_shown_where_the_series_says_so(made_day: Path, tmp_path: Path) -> None:
    made(tmp_path, day(series=replace(SERIES, par=False)))
    for folder, shown in ((made_day, True), (tmp_path, False)):
        with pdfplumber.open(folder / "puzzle.pdf") as pdf:
            texts = [pdf.pages[0].extract_text(), read(folder, "email.html"), read(folder, "index.html")]
        in_words = re.compile(r"Par\s(?:<span[^>]*>)?5–\u2060?10(?:</span>)?\smin")
        assert [bool(in_words.search(text)) for text in texts] == [shown] * 3
    assert json.loads(read(tmp_path, "puzzle.json"))["par"] == [5, 10]


def test_a_day_issued_before_par_times_could_be_left_out_keeps_its_own() -> None:
    for shown in (True, False):
        assert day(series=replace(SERIES, par=shown)).series.par == shown
    settings = day().settings
    del settings["par"]
    assert replace(day(), settings_json=json.dumps(settings)).series.par


def html_of(text: str, fragment: bool = False) -> ElementTree.Element:
    """Parsed strictly: anything that HTML forbids raises."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = parser.parseFragment(text, container="body") if fragment else parser.parse(text)
    assert isinstance(found, ElementTree.Element)
    return found


def metas(page: ElementTree.Element) -> dict[str, str]:
    return {tag.get("property") or tag.get("name") or "": tag.get("content") or "" for tag in page.iter("meta")}


def test_the_play_page_says_what_previews_and_feed_readers_ask(made_day: Path) -> None:
    text = read(made_day, "index.html")
    assert len(text.encode("utf-8")) <= 60_000
    page, base = html_of(text), "https://puzzles.example.org/daily/2026-12-01/"
    assert page.findtext("head/title") == page.findtext(".//h1") == "Quiet Fields No.\u00a012"  # no line begins with 12
    tags = metas(page)
    assert tags["og:title"] == "Quiet Fields No.\u00a012"
    assert tags["og:image"] == base + "card.png"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["og:image:alt"] == "Quiet Fields No.\u00a012, 12 by 12, hard"
    assert tags["twitter:card"] == "summary_large_image"
    assert "Tuesday, December 1, 2026" in tags["description"] == tags["og:description"]
    links = {(tag.get("rel"), tag.get("type")): tag.get("href") for tag in page.iter("link")}
    assert links["canonical", None] == base
    assert links["alternate", "application/rss+xml"] == "https://puzzles.example.org/daily/feed.xml"
    assert [tag.get("href") for tag in page.iter("a")] == [
        "../2026-11-30/index.html", "../2026-11-30/solution.png", "../index.html#next=2026-12-01", "puzzle.pdf",
        "../index.html", "../index.html#latest",
    ]  # fmt: skip
    stated = json.loads(next(tag for tag in page.iter("script") if tag.get("type") == "application/ld+json").text or "")
    assert stated == {
        "@context": "https://schema.org", "@type": "Game", "name": "Quiet Fields No.\u00a012", "url": base,
        "datePublished": "2026-12-01",
    }  # fmt: skip
    assert "ld+json" not in read(made_day, "embed.html")
    data = json.loads(next(tag for tag in page.iter("script") if tag.get("id") == "data").text or "")
    assert data["link"] == base
    assert data["solution"] == answer.write(record(TWELVE).solution)
    facts = next(tag for tag in page.iter("p") if tag.get("class") == "facts")
    assert (facts.text or "").startswith("Tuesday, December 1, 2026")


ROW = re.compile(r"Row (\d+): (.+)")


def cells_of(rows: list[str]) -> list[int]:
    found = []
    for number, row in enumerate(rows, start=1):
        match = ROW.fullmatch(row)
        assert match
        assert int(match[1]) == number
        found += [BLANK if word == "blank" else int(word) for word in match[2].split(", ")]
    return found


def test_the_mail_can_be_pasted_anywhere(made_day: Path) -> None:
    text = read(made_day, "email.html")
    assert len(text.encode("utf-8")) <= 102_000
    mail = html_of(text, fragment=True)
    tags = {tag.tag for tag in mail.iter() if isinstance(tag.tag, str)} - {"DOCUMENT_FRAGMENT"}
    assert tags <= {"table", "tbody", "tr", "td", "h2", "h3", "p", "br", "a", "img", "span"}
    for tag in mail.iter():
        assert not {"class", "id"} & set(tag.keys())
        assert not any(name.startswith("on") for name in tag.keys())  # noqa: SIM118  # an element iterates over its children
        for name in ("src", "href"):
            assert (tag.get(name) or "https://").startswith("https://")
    assert "base64" not in text
    assert "url(" not in text
    outer = next(mail.iter("table"))
    assert outer.get("width") == "600"
    assert outer.get("bgcolor") == "#ffffff"
    base = "https://puzzles.example.org/daily/"
    puzzle, before = mail.iter("img")
    assert (puzzle.get("src"), puzzle.get("width"), puzzle.get("height")) == (
        base + "2026-12-01/board.png", "543", "543",
    )  # fmt: skip
    assert before.get("src") == base + "2026-11-30/board-solution.png"
    assert "·" not in read(made_day, "email.html")  # with which a line could end
    assert all(3 < len(one.get("alt") or "") <= 125 for one in (puzzle, before))
    assert {tag.get("href") for tag in mail.iter("a")} == {
        base + "2026-12-01/", base + "2026-12-01/puzzle.pdf", base + "2026-11-30/",
        base + "2026-12-01/#before",
    }  # fmt: skip
    rows = [text.strip() for tag in mail.iter("p") for text in tag.itertext() if text.strip().startswith("Row ")]
    assert cells_of(rows) == list(line.parse(TWELVE).cells)


def test_the_first_mail_has_no_solution(tmp_path: Path) -> None:
    made(tmp_path, day())
    assert len(list(html_of(read(tmp_path, "email.html"), fragment=True).iter("img"))) == 1
    assert json.loads(read(tmp_path, "puzzle.json"))["before"] is None


def test_the_data_are_as_documented(made_day: Path, held: Path) -> None:
    for folder in (made_day, held):
        found = json.loads(read(folder, "puzzle.json"))
        jsonschema.Draft202012Validator(SCHEMA).validate(found)
        for name, facts in found["files"].items():
            assert facts["bytes"] == (folder / name).stat().st_size
            assert facts["address"] == f"https://puzzles.example.org/daily/2026-12-01/{name}"
            if "width" in facts and not name.endswith(".svg"):
                with Image.open(folder / name) as image:
                    assert image.size == (facts["width"], facts["height"])
                assert facts["alt"]
        assert (found["number"], found["date"]) == (12, "2026-12-01")
        assert line.parse(found["puzzle"]) == line.parse(TWELVE)
        assert cells_of(found["text"]) == list(line.parse(TWELVE).cells)
    found = json.loads(read(made_day, "puzzle.json"))
    assert set(found["files"]) == set(DAY_FILES) - {"puzzle.json"}
    assert found["solution"] == answer.write(record(TWELVE).solution)
    assert set(json.loads(read(held, "puzzle.json"))["files"]) == set(SHOWN) - {"puzzle.json"}


def test_the_texts_name_every_picture(made_day: Path) -> None:
    text = read(made_day, "alt.txt")
    for name in (*PIXELS, "steps.gif", "puzzle.svg"):
        assert re.search(rf"^{re.escape(name)}\n.{{10,125}}$", text, re.MULTILINE), name
    rows = [row for row in text.split("\n") if row.startswith("Row ")]
    assert cells_of(rows[:12]) == list(line.parse(TWELVE).cells)


def secrets(text: str) -> list[bytes]:
    """The answer as letters, digits and bits, in the bases that hide it, and row by row in words."""
    mines = record(text).solution
    letters = answer.write(mines)
    bits = "".join(map(str, map(int, mines)))
    packed = int(bits, 2).to_bytes(len(bits) // 8 + 1, "big")
    raw = [letters.encode(), letters.upper().encode(), bits.encode(), packed, bytes(map(int, mines))]
    found = list(raw)
    for one in raw:
        for start in range(3):  # base64 of the answer depends on where it begins
            found.append(base64.b64encode(one[start:])[: len(one) // 3 * 4 - 8])
        found += [one.hex().encode(), one.hex().upper().encode(), hashlib.sha256(one).hexdigest().encode()]
    listed = [i for i, mine in enumerate(mines) if mine]
    found += [json.dumps(listed[:6], separators=sep)[1:-1].encode() for sep in ((",", ":"), (", ", ": "))]
    return [one for one in found if len(one) > 5]


def test_a_held_answer_stands_in_no_file_that_is_shown(held: Path, made_day: Path) -> None:
    for name in SHOWN:
        content = (held / name).read_bytes()
        if name.endswith(".pdf"):
            with pikepdf.open(held / name) as pdf:
                content += pdf.pages[0].Contents.read_bytes()
        for secret in secrets(TWELVE):
            assert secret not in content, (name, secret[:20])
        assert b"steps.gif" not in content or name == "alt.txt"  # which gives its text for the next day
        assert b"2026-12-01/solution" not in content, name
        assert b"2026-12-01/board-solution" not in content, name
    data = json.loads(read(held, "puzzle.json"))
    assert data["solution"] is data["solution_text"] is None
    page = read(held, "index.html")
    held_data = json.loads(next(tag.text for tag in html_of(page).iter("script") if tag.get("id") == "data") or "")
    assert not {"solution", "steps", "simple"} & set(held_data)
    mine, safe = load("en").text("picture.mine"), load("en").text("picture.safe")
    for name in ("alt.txt", "email.html", "puzzle.json", "index.html"):  # rows of a solution are of the day before
        shown = re.sub(r'<svg [^>]*aria-label="[^"]*"', "", read(held, name))  # the example of the rules
        rows = re.findall(r"Row \d+: ([a-z0-9, ]+)", shown)
        solved = [row for row in rows if {mine, safe} & set(row.split(", "))]
        assert {len(row.split(", ")) for row in solved} == (set() if name == "email.html" else {9}), name
    # The same search does find the answer where it is not held, so it can fail.
    letters = answer.write(record(TWELVE).solution).encode()
    assert letters in (made_day / "index.html").read_bytes()
    assert letters in (made_day / "puzzle.json").read_bytes()
    assert set(ANSWER_FILES) <= {path.name for path in held.iterdir()}  # the next day's files point to them


def test_a_printed_page_has_the_mines_of_yesterday_only(held: Path, tmp_path: Path) -> None:
    """Every disc is a mine, or a mark of difficulty; they are drawn as four curves each."""
    alone = made(tmp_path, day(series=replace(SERIES, hold_solution=True)))
    counts = []
    for folder in (held, alone):
        with pikepdf.open(folder / "puzzle.pdf") as pdf:
            found = pikepdf.parse_content_stream(pdf.pages[0])
            counts.append(sum(str(one.operator) == "c" for one in found) // 4)
    assert counts[0] - counts[1] == sum(record(NINE).solution)
    assert counts[1] == 4  # an expert's four marks


def test_what_a_config_says_is_text_everywhere(tmp_path: Path) -> None:
    series = replace(SERIES, title=NASTY, author=NASTY, address="https://a.example/?x=<b>\"&'/")
    made(tmp_path, day(series=series), day(NINE, 11, series))
    page = html_of(read(tmp_path, "index.html"))
    assert page.findtext("head/title") == f"{NASTY} No.\u00a012"
    assert metas(page)["og:title"] == f"{NASTY} No.\u00a012"
    stated, _, data, script = (tag.text or "" for tag in page.iter("script"))
    assert json.loads(stated)["name"] == f"{NASTY} No.\u00a012" and "<" not in stated + data and script
    mail = html_of(read(tmp_path, "email.html"), fragment=True)
    assert [tag.text for tag in mail.iter("h2")] == [f"{NASTY} No.\u00a012"]
    assert not list(mail.iter("script"))
    assert next(mail.iter("img")).get("src") == "https://a.example/?x=<b>\"&'/2026-12-01/board.png"
    svg = ElementTree.parse(tmp_path / "puzzle.svg").getroot()
    assert (svg.findtext("{http://www.w3.org/2000/svg}title") or "").startswith(NASTY)
    assert json.loads(read(tmp_path, "puzzle.json"))["series"] == NASTY
    assert escape(NASTY) not in read(tmp_path, "alt.txt")


def test_words_are_set_as_the_language_prints_them(tmp_path: Path) -> None:
    series = replace(
        SERIES, title="Rock 'n' roll (c) -- \"5*5\"", language="de", home="https://a.example/", home_name="O'Brien"
    )
    made(tmp_path, day(series=series), day(NINE, 11, series))
    words = "Rock ’n’ roll (c) – „5*5“"
    for name in ("index.html", "email.html", "alt.txt", "puzzle.svg"):
        assert words in read(tmp_path, name), name
    assert "O’Brien" in read(tmp_path, "index.html") and "O’Brien" in read(tmp_path, "email.html")
    data = json.loads(read(tmp_path, "puzzle.json"))
    assert data["title"].startswith(words) and data["series"] == series.title


@pytest.mark.parametrize("language", languages())
def test_every_language_makes_every_file(language: str, tmp_path: Path) -> None:
    series = replace(SERIES, language=language)
    made(tmp_path, day(series=series), day(NINE, 11, series))
    messages, when = load(language), date_in_words(date(2026, 12, 1), language)
    for name in ("email.html", "alt.txt", "index.html", "puzzle.json"):
        text = read(tmp_path, name)
        assert when[1:] in text, name
        assert "{" not in text or name in ("index.html", "puzzle.json"), name
        assert messages.text("picture.number", number=SERIES.title) not in text  # a name is no number
        assert not re.search(rf"\b(of|von|zu|de|di|van) {SERIES.title}", text)  # it may begin with an article
    assert messages.text("daily.play") in read(tmp_path, "email.html").replace("&#x27;", "'")
    html_of(read(tmp_path, "index.html"))
    html_of(read(tmp_path, "email.html"), fragment=True)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        write_day(tmp_path / "nowhere", day())


def test_words_that_do_not_fit_are_found_before_anything_is_issued() -> None:
    days = [(date(2026, 9, 30), 9), (date(2026, 5, 4), 1000)]
    check_fit(SERIES, [Board(Grid(10, 10), "easy"), Board(Grid(15, 15), "expert", True)], days)
    check_fit(SERIES, [], [])
    wide = replace(SERIES, title="Wonderfully Extraordinary Minesweeper Puzzles for Absolutely Everybody")
    with pytest.raises(LayoutError, match=r"title: found 37 characters on a line of .*, about 29 fit"):
        check_fit(wide, [Board(Grid(10, 10), "easy")], days)
    with pytest.raises(LayoutError, match=r"the address .* is too long"):
        check_fit(replace(SERIES, address="https://" + "long." * 60 + "example/"), [Board(Grid(9, 9), "easy")], days)


def test_the_mail_as_a_page_and_as_text(tmp_path: Path) -> None:
    made(tmp_path, day(), day(NINE, 11))
    page, text = html_of(read(tmp_path, "mail.html")), read(tmp_path, "mail.txt")
    assert read(tmp_path, "email.html").rstrip() in read(tmp_path, "mail.html")
    assert "".join(next(page.iter("title")).itertext()) in text.splitlines()[0]
    assert next(page.iter("div")).text.startswith(text.splitlines()[1])  # the preview text has the date
    assert read(tmp_path, "mail.html").count("<!--[if mso]><table") == 1
    assert f": {day().address}\n" in text and not re.search("<[a-z]", text)
    button = next(one for one in page.iter("a") if "padding" in one.get("style"))
    assert "display:inline-block" in button.get("style")


def test_the_schema_has_the_names_of_all_hands() -> None:
    assert SCHEMA["properties"]["hand"]["enum"] == list(HANDS)
