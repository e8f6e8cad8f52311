"""The table of damage: its sound artifacts verify clean, and damage is found after an upgrade too.

tests/findings names rows of the table for each code of a finding; ``make damage`` tries all of them.
"""

from pathlib import Path

import pytest
from kinds import Kind
from sound import CONFIGS, DAILY
from table import KINDS
from trial import SOUND, codes_of, other_version, tried_after_upgrade

pytestmark = pytest.mark.xdist_group("damage")  # what they share is made once


def test_the_table_is_large_and_names_each_kind_once() -> None:
    assert len(KINDS) >= 150
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert {kind.artifact for kind in KINDS} == set(CONFIGS)


@pytest.mark.parametrize("name", CONFIGS)
def test_sound_artifacts_verify_clean(name: str, sound: Path) -> None:
    assert codes_of(sound / name, name) <= SOUND


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.quick], ids=lambda kind: kind.name)
def test_damage_is_found_after_an_upgrade(kind: Kind, sound: Path) -> None:
    trial, _ = tried_after_upgrade(kind, sound)
    assert trial.found and not trial.fault


@pytest.mark.parametrize("name", [name for name in CONFIGS if name != DAILY])
def test_sound_books_verify_after_an_upgrade(name: str, sound: Path) -> None:
    with other_version():
        assert codes_of(sound / name, name) <= {*SOUND, "F116"}
