"""Requests that the studio's own pages never send are refused in one line."""

import pytest
from starlette.requests import Request

from puzzlegen.errors import OutputError
from puzzlegen.studio.access import number_of


def request(query: str) -> Request:
    return Request({"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": query.encode()})


@pytest.mark.parametrize(("query", "number"), [("", 3), ("width=0", 0), ("width=20", 20)])
def test_whole_numbers_up_to_the_limit_are_read(query: str, number: int) -> None:
    assert number_of(request(query), "width", 3, 20) == number


@pytest.mark.parametrize("text", ["21", "-1", "1.5", "x", "", "%D9%A3", "9" * 5000])
def test_other_numbers_are_refused(text: str) -> None:
    with pytest.raises(OutputError, match=r"^width: found .*, allowed a whole number from 0 to 20$"):
        number_of(request(f"width={text}"), "width", 3, 20)
