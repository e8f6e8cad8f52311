"""Cases of bad configs, for several tests: a good one to spoil, and what the messages say is allowed."""

from typing import Any

import pytest

from puzzlegen.config.book import PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.printers.requirements import load_printers

HEAD = "title: A\nseries: s\n"
ONE = "sections:\n  - name: n\n    count: 1\n    size: 5x4\n    difficulty: easy\n"
GOOD = HEAD + ONE

PAGE_KEYS = ", ".join(PageConfig.model_fields)
PROFILES = ", ".join([*load_printers(), "home"])
WORDS = "easy, medium, hard, expert"
LIST = 'a list, each entry on a line that begins with "- "'
COUNT = "a whole number from 1 to 2000"


def bad(name: str, text: str, *lines: str) -> Any:
    """A case: the text, and the lines of its message without the name of the file and the colon."""
    return pytest.param(text, [f"x.yaml:{line}" for line in lines], id=name)


def section(extra: str) -> str:
    """The good config with one more key in its section; the key stands on line 8."""
    return GOOD + "    " + extra + "\n"


def swap(old: str, new: str) -> str:
    """The good config with one text in place of another."""
    assert old in GOOD
    return GOOD.replace(old, new)


def refused(text: str) -> list[str]:
    """Return the lines of the message about a config that is refused."""
    with pytest.raises(ConfigError) as caught:
        loads_book(text, "x.yaml")
    return str(caught.value).split("\n")
