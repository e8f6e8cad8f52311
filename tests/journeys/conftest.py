"""Fixtures of journeys: a real browser, started once for each worker."""

from collections.abc import Iterator

import pytest
from browser_helpers import running_browser
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_browser() as found:
        yield found
