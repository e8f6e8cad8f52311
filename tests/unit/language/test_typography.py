"""Typography changes quotes, apostrophes, dashes between words and spaces beside marks, and nothing else."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzlegen.language.catalogue import load

LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt")
SAME_AS_WRITTEN = (
    "Rows (a), (b) and (c). See 5*5*5.",
    "12(c) (r) (tm) 5+-2 ?????? !!!! ,, ... ..",
    '6" x 9" and 5\'10" tall, 40°26\'46"',
    "--draft, i--, 5--2, 1990--1995, 0800--1234, ----, 5 -- 2",
    "https://my--site.example/it's, a--b@ex--ample.org, www.a--b.example, /a--b/c, #my--tag",
    "a \" b ' c",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", SAME_AS_WRITTEN[:5])
def test_other_signs_stay_in_every_language(language: str, text: str) -> None:
    spaces = dict.fromkeys(map(ord, "\u00a0\u202f"), " ")
    assert load(language).typography.typeset(text).translate(spaces) == text


def skeleton(text: str) -> str:
    """A text without what typography may change. Dashes first, because hyphens on both sides of a quote are no dash."""
    plain = text.replace("---", "—").replace("--", "–").replace("—", "-").replace("–", "-")
    return re.sub("[\"'“”„‘’‚«»\\s\u202f\u00a0]", "", plain)


@given(
    st.lists(st.sampled_from([*"ab1 \n.,(*)-+@/", '"', "'", "--", "---", "é", "the ", "'n'", "69"])),
    st.sampled_from(LANGUAGES),
)
@example(["-", '"', "--"], "en")
def test_nothing_else_is_ever_changed(pieces: list[str], language: str) -> None:
    text = "".join(pieces)
    printed = load(language).typography.typeset(text)
    assert skeleton(printed) == skeleton(text)
    assert sum(map(str.isalnum, printed)) == sum(map(str.isalnum, text))
    assert all(unicodedata.category(one) != "Cc" or one in text for one in printed)


def test_a_long_text_of_quotes_takes_no_longer_than_its_length() -> None:
    for text in ("'" * 4_000, "a' " * 2_000, '"a' * 4_000, "x--" * 2_000):
        assert len(load("en").typography.typeset(text)) <= len(text)
