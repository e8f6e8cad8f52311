"""The weekly mail: its days, its links, and its display in mail programs."""

from dataclasses import replace
from datetime import date, timedelta

import html5lib
import pytest
from dailies import SERIES, some_days, titled

from puzzlegen.config.daily import WEEKDAYS
from puzzlegen.config.day_files import DIGEST, DIGEST_TEXT
from puzzlegen.daily.mails import digest_files
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import date_in_words, day_in_words
from puzzlegen.ledger.days import Day, Series

MONDAY = date(2026, 11, 30)
SUNDAY = MONDAY + timedelta(days=6)
HTML = "{http://www.w3.org/1999/xhtml}"


def digest_of(
    days: list[Day], as_of: date = SUNDAY, weekday: str = "sunday", series: Series = SERIES
) -> tuple[str, str]:
    files = digest_files([day for day in days if day.date <= as_of], series, as_of, weekday)
    return files[DIGEST], files[DIGEST_TEXT]


def hrefs(page: str) -> list[str]:
    """All links by their order, without the address of the series."""
    root = html5lib.HTMLParser(strict=True).parse(page)
    return [str(one.get("href")).removeprefix(SERIES.address) for one in root.iter(f"{HTML}a")]


def solutions(page: str) -> list[str]:
    return [one.partition("#solution-")[2] for one in hrefs(page) if "#" in one]


def dates_of(page: str) -> list[str]:
    return [one[:10] for one in hrefs(page) if one and "#" not in one]


def names(days: list[Day]) -> list[str]:
    return [day.name for day in days]


def test_a_week_has_its_puzzles_and_the_published_answers() -> None:
    days = some_days(MONDAY - timedelta(days=9), 20)
    week = [day for day in days if MONDAY <= day.date <= SUNDAY]
    page, text = digest_of(days)
    assert solutions(page) == names(week[:-1])
    expected = [[f"{day.name}/", f"{day.name}/", f"{day.name}/puzzle.pdf"] for day in week]
    found = [one for one in hrefs(page) if "#" not in one]
    assert found == [*(link for links in expected for link in links), ""]
    pictures = list(html5lib.parse(page).iter(f"{HTML}img"))
    assert [one.get("src") for one in pictures] == [f"{day.address}thumb.png" for day in week]
    assert all(3 < len(one.get("alt") or "") <= 125 for one in pictures)
    for day in week:
        assert f"\nPlay: {day.address}\n" in text
        assert f"No.\u00a0{day.number}\u00a0· " in text and f"No.\u00a0{day.number}, " in page
        solution = f"{SERIES.address}archive/{day.date:%Y-%m}.html#solution-{day.name}"
        assert (f"Solution: {solution}" in text) == (day != week[-1])
    assert not any(day.name in page + text for day in days if day not in week)
    note = "The solution will appear with the next puzzle."
    assert page.count(note) == text.count(note) == 1 and "<" not in text
    assert page.index(week[-2].name) < page.index(note) < page.rindex(week[-1].name)  # with the puzzle that it is about
    assert f"\n{note}\nPlay: {week[-1].address}\n" in text


@pytest.mark.parametrize("later", range(7))
def test_the_digest_stays_the_same_until_the_next_one(later: int) -> None:
    days = some_days(MONDAY, 21)
    assert digest_of(days, SUNDAY + timedelta(days=later)) == digest_of(days)
    assert digest_of(days, SUNDAY + timedelta(days=7)) != digest_of(days)


@pytest.mark.parametrize("weekday", WEEKDAYS)
def test_the_digest_ends_on_its_weekday(weekday: str) -> None:
    days = some_days(MONDAY, 30)
    dates = [date.fromisoformat(one) for one in dates_of(digest_of(days, days[-1].date, weekday)[0])]
    assert max(dates).weekday() == WEEKDAYS.index(weekday)
    assert (max(dates) - min(dates)).days == 6


def test_a_short_week_has_the_days_that_were_issued() -> None:
    days = some_days(MONDAY, 9, skip=(1, 3, 5, 6))
    page, text = digest_of(days)
    assert solutions(page) == names(days[:2])
    assert names(days[:3]) == list(dict.fromkeys(dates_of(page)))
    assert "Monday, November 30, 2026 – Friday, December 4, 2026" in text


def test_the_files_of_a_series_have_the_digest_unless_there_are_no_puzzles_or_no_key() -> None:
    days = some_days(MONDAY, 5)
    files = series_files(days, SiteSettings(SUNDAY, SERIES, digest="sunday"), {})
    assert (files[DIGEST].decode(), files[DIGEST_TEXT].decode()) == digest_of(days)
    for as_of, weekday in ((days[0].date, "sunday"), (SUNDAY + timedelta(days=14), "sunday"), (SUNDAY, "none")):
        assert not {DIGEST, DIGEST_TEXT} & series_files(days, SiteSettings(as_of, SERIES, digest=weekday), {}).keys()


def test_an_answer_that_is_shown_at_once_is_linked_on_its_day() -> None:
    open_series = replace(SERIES, hold_solution=False)
    page, text = digest_of(some_days(MONDAY, 7, open_series), series=open_series)
    assert len(solutions(page)) == 7
    assert "will appear" not in page + text
    page, _ = digest_of(some_days(MONDAY, 7, open_series))  # a series that holds answers back now
    assert len(solutions(page)) == 6


def test_a_withdrawn_newest_day_hides_the_answer_before_it_again() -> None:
    days = some_days(MONDAY, 7)
    assert solutions(digest_of(days[:-1])[0]) == names(days[:-2])


@pytest.mark.parametrize("language", languages())
def test_the_digest_has_the_language_of_the_series(language: str) -> None:
    series, messages = titled("Mines", language=language, home="https://a.example/", home_name="A & B"), load(language)
    page, text = digest_of(some_days(MONDAY, 7), series=series)
    title = messages.text("daily.digest", title="Mines")
    lines = text.splitlines()
    assert lines[0] == title
    assert date_in_words(SUNDAY, language).lower() in lines[1].lower()
    assert lines[-1] == ("A & B\u00a0: " if language == "fr" else "A & B: ") + "https://a.example/"
    root = html5lib.HTMLParser(strict=True).parse(page)
    assert ["".join(next(root.iter(f"{HTML}{tag}")).itertext()) for tag in ("title", "h2")] == [title] * 2
    assert next(root.iter(f"{HTML}div")).text == lines[1]  # the preview text
    *_, last = root.iter(f"{HTML}h3")
    assert "".join(last.itertext()).lower() == day_in_words(SUNDAY, language).lower()
    assert (last.text or "").count(" ") == 1  # what stands together follows the weekday
    assert next(root.iter(f"{HTML}html")).get("lang") == language
