"""ISBN-13: sound numbers are read however they are written, and others are refused with the remedy."""

import pytest

from puzzlegen.errors import ConfigError
from puzzlegen.schema.isbn import isbn_digits

# Sound numbers of published books and of the manuals of agencies
SOUND = ["978-0-306-40615-7", "9780306406157", "978 3 16 148410 0", "979-10-90636-07-1", "978-1-86197-876-9"]


@pytest.mark.parametrize("text", SOUND)
def test_sound_numbers(text: str) -> None:
    assert isbn_digits(text) == text.replace("-", "").replace(" ", "")


def test_every_wrong_digit_is_found() -> None:
    sound = "9780306406157"
    for i in range(3, 13):
        for other in set("0123456789") - {sound[i]}:
            with pytest.raises(ConfigError, match="check digit is"):
                isbn_digits(sound[:i] + other + sound[i + 1 :])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0-306-40615-2", "this is an ISBN-10, .* here 9780306406157"),
        ("0-8044-2957-X", "this is an ISBN-10, .* here 9780804429573"),
        ("977-0-306-40615-8", "it begins with 977, allowed 978 or 979"),
        ("978-0-306-40615", "it has 12 digits, allowed the 13 digits of an ISBN-13"),
        ("978030640615X", "it has 13 digits|allowed the 13 digits"),
        ("my book", "allowed the 13 digits of an ISBN-13, such as 978-0-306-40615-7"),
        ("٩٧٨٠٣٠٦٤٠٦١٥٧", "allowed the 13 digits of an ISBN-13"),
        ("-", "allowed the 13 digits of an ISBN-13"),
    ],
)
def test_others_are_refused_with_the_remedy(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        isbn_digits(text)
