from datetime import date

import pytest

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages
from puzzlegen.language.locale_formatting import date_in_words, day_in_words, month_and_year, month_name, weekday_name

FIRST = {
    "de": "Dienstag, 1. Dezember 2026",
    "en": "Tuesday, December 1, 2026",
    "es": "martes, 1 de diciembre de 2026",
    "fr": "mardi 1er décembre 2026",
    "it": "martedì 1º dicembre 2026",
    "nl": "dinsdag 1 december 2026",
    "pt": "terça-feira, 1º de dezembro de 2026",
}


@pytest.mark.parametrize("language", languages())
def test_every_language_writes_dates_its_own_way(language: str) -> None:
    assert date_in_words(date(2026, 12, 1), language).replace("\u00a0", " ") == FIRST[language]
    assert "11" in date_in_words(date(2021, 11, 11), language)  # only the first of a month is an ordinal
    assert not FontMetrics().missing(date_in_words(date(2026, 12, 1), language), "regular")


@pytest.mark.parametrize("language", sorted(FIRST))
def test_dates_without_their_year(language: str) -> None:
    text = day_in_words(date(2026, 12, 1), language)
    assert text == FIRST[language].removesuffix("2026").removesuffix(" de ").rstrip(" ,")
    assert "11" in day_in_words(date(2021, 11, 11), language)


def test_months() -> None:
    assert month_and_year(date(2026, 12, 1), "de") == "Dezember 2026"
    assert month_and_year(date(2027, 2, 28), "pt") == "fevereiro de 2027"
    assert month_name(date(2026, 3, 1), "de") == "März"
    assert month_name(date(2026, 8, 1), "fr") == "août"


def test_days_of_the_week() -> None:
    assert [weekday_name(date(2026, 12, 5), language) for language in ("en", "it", "pt")] == [
        "Saturday", "sabato", "sábado",
    ]  # fmt: skip


def test_a_user_folder_follows_the_language_it_begins_with() -> None:
    assert date_in_words(date(2026, 12, 1), "en-GB") == "Tuesday, 1 December 2026"
    assert date_in_words(date(2026, 12, 1), "de-klassisch") == FIRST["de"]
    assert date_in_words(date(2026, 12, 1), "fr_our_house") == FIRST["fr"]


@pytest.mark.parametrize("language", ["house", "x", "", "qqq-de", "Klingon", "../de"])
def test_a_folder_that_names_no_language_is_refused(language: str) -> None:
    with pytest.raises(ConfigError, match="names no language; name the folder in templates after one"):
        date_in_words(date(2026, 12, 1), language)
