"""A day that several test files use."""

from pathlib import Path

import pytest
from made_days import NINE, day, made


@pytest.fixture(scope="session")
def made_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a day with a day before it."""
    return made(tmp_path_factory.mktemp("day"), day(), day(NINE, 11))
