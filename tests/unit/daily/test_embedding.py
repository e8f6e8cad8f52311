"""A day in other pages: the page with the board alone, its oEmbed data, and the picture of link previews."""

import gzip
import json
from datetime import date
from pathlib import Path

import html5lib
from dailies import some_days, titled

from puzzlegen.config.day_files import CARD, EMBED_PAGE, OEMBED, PLAY
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.series_site import newest_picture, newest_snippet
from puzzlegen.web.feeds import embed_snippet


def test_the_guide_has_the_html_of_a_frame_and_of_the_newest_picture() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "newsletter.md").read_text(encoding="utf-8")
    address = "https://example.com/daily/"
    series = titled("Minesweeper", address=address)
    assert f"    {embed_snippet(series.title, f'{address}2026-12-01/{EMBED_PAGE}')}" in guide
    assert f"    {newest_picture(series)}" in guide
    assert newest_snippet(series) == embed_snippet(series.title, f"{address}today/{EMBED_PAGE}")
    ((link,), *_) = html5lib.HTMLParser(strict=True).parseFragment(
        newest_picture(titled('A & "B"', address="https://a.example/&/"))
    )
    assert (link.get("href"), link[0].get("alt")) == ("https://a.example/&/today/", 'A & "B"')


def test_the_oembed_data_of_a_day_frames_the_page_with_the_board_alone(tmp_path: Path) -> None:
    before, day = some_days(date(2026, 12, 1), 2, titled('A & "B"', author="Ada & Co."))
    write_day(tmp_path, day.titled("To Mia"), before)
    data = json.loads((tmp_path / OEMBED).read_text(encoding="utf-8"))
    assert data["title"] == "A & “B” No.\u00a02 – Wednesday, December 2, 2026 – To Mia"
    assert (data["version"], data["type"], data["author_name"]) == ("1.0", "rich", "Ada & Co.")
    assert (data["provider_name"], data["provider_url"]) == ("A & “B”", day.series.address)
    assert data["thumbnail_url"] == f"{day.address}thumb.png"
    instead, frame = html5lib.HTMLParser(strict=True).parseFragment(data["html"])
    assert (instead.tag.split("}")[1], instead[0].get("href")) == ("blockquote", day.address)  # WordPress asks for it
    assert frame.get("src") == f"{day.address}{EMBED_PAGE}" and frame.get("title") == data["title"]
    assert [int(frame.get("height")), frame.get("style")] == [data["height"], f"max-width:{data['width']}px"]
    page = (tmp_path / PLAY).read_text(encoding="utf-8")
    assert f'<link rel="alternate" type="application/json+oembed" href="{day.address}{OEMBED}">' in page
    board = (tmp_path / EMBED_PAGE).read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{day.address}">' in board and "manifest-src" not in board
    assert before.address not in board and 'id="before"' not in board and 'id="text"' not in board
    assert len(gzip.compress(board.encode())) < 20_000


def test_link_previews_show_the_same_before_and_after_the_answer_is_out(tmp_path: Path) -> None:
    before, day = some_days(date(2026, 12, 1), 2)
    for name, is_open in (("held", False), ("open", True)):
        (tmp_path / name).mkdir()
        write_day(tmp_path / name, day, before, is_open)
    pages = [(tmp_path / name / PLAY).read_text(encoding="utf-8") for name in ("held", "open")]
    assert all(f'<meta property="og:image" content="{day.address}{CARD}">' in page for page in pages)
    assert (tmp_path / "held" / CARD).read_bytes() == (tmp_path / "open" / CARD).read_bytes()
