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


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("'69, 'twas, the '90s, Rock 'n' roll, rock-'n'-roll", "’69, ’twas, the ’90s, Rock ’n’ roll, rock-’n’-roll"),
        ("dogs' bones, O'Brien, l'été, 1980's", "dogs’ bones, O’Brien, l’été, 1980’s"),
        ("he said \"it's 'fine' now\"", "he said “it’s ‘fine’ now”"),
        ("'He said \"yes\"', she said", "‘He said “yes”’, she said"),
        ('("a") ["b"] "\'tis" "\'Hi,\' he said"', "(“a”) [“b”] “’tis” “‘Hi,’ he said”"),
        ('"Room 9" and "Room 10"', "“Room 9” and “Room 10”"),
        ('"A 6" board" is', '“A 6" board” is'),
        ("'the dogs' bones'", "‘the dogs’ bones’"),
        ('left--right---and -- "so"--on', "left–right—and – “so”–on"),
        ("-- Ada", "– Ada"),
        ("Level '10' of '69' and '08/15', '80s' music", "Level ‘10’ of ‘69’ and ‘08/15’, ‘80s’ music"),
        ('"Wait--", he said. "*Well*". ("5%")', "“Wait–”, he said. “*Well*”. (“5%”)"),
        ('"Wait--" he said', "“Wait–” he said"),
        ("1990 -- now", "1990 – now"),
        ('"a paragraph that goes on', "“a paragraph that goes on"),
        ("“done” ‘x’ – don’t", "“done” ‘x’ – don’t"),
    ],
)
def test_quotes_apostrophes_and_dashes(written: str, printed: str) -> None:
    typography = load("en").typography
    assert typography.typeset(written) == printed
    assert typography.typeset(printed) == printed


@pytest.mark.parametrize(
    ("language", "written", "printed"),
    [
        ("de", "\"Das ist 'gut'\", sagt's 'ne Frau", "„Das ist ‚gut‘“, sagt’s ’ne Frau"),
        ("fr", '"Oui !" dit l\'ami', "«\u202fOui\u202f!\u202f» dit l’ami"),
        ("es", "\"Un 'día' más\"", "«Un “día” más»"),
        ("it", "\"Un po' d'acqua\", disse", "«Un po’ d’acqua», disse"),
        ("nl", "\"'s Avonds\" in 't dorp", "“’s Avonds” in ’t dorp"),
        ("pt", '"\'Cê vai?"', "“’Cê vai?”"),
    ],
)
def test_each_language_has_its_quotes_and_elisions(language: str, written: str, printed: str) -> None:
    assert load(language).typography.typeset(written) == printed


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
