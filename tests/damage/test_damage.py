"""The table of damage, and a quick sample of its kinds; ``make damage`` tries all of them."""

from pathlib import Path

import pytest
from kinds import Kind
from sound import BOOK, CONFIGS, DAILY, build
from table import KINDS
from trial import SOUND, codes_after, codes_of, other_version, tried_after_upgrade

pytestmark = pytest.mark.xdist_group("damage")  # what they share is made once

SAMPLE = [kind for kind in KINDS if kind.quick]
USED = sorted({kind.artifact for kind in SAMPLE})
Codes = dict[str, set[str]]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    for name in USED:
        build(folder / name, name)
    return folder


def test_the_table_is_large_and_names_each_kind_once() -> None:
    assert len(KINDS) >= 150
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert {kind.artifact for kind in KINDS} == set(CONFIGS)


@pytest.mark.parametrize("name", USED)
def test_sound_artifacts_verify_clean(name: str, sound: Path) -> None:
    assert codes_of(sound / name, name) <= SOUND


@pytest.fixture(scope="module")
def found(sound: Path) -> Codes:
    """The codes found in each artifact after all quick damage to it: together, because each verification takes long."""
    return {name: codes_after([kind for kind in SAMPLE if kind.artifact == name], sound) for name in USED}


@pytest.mark.parametrize("kind", [kind for kind in SAMPLE if kind.artifact == BOOK], ids=lambda kind: kind.name)
def test_damage_is_found_after_an_upgrade(kind: Kind, sound: Path) -> None:
    trial, _ = tried_after_upgrade(kind, sound)
    assert trial.found and not trial.fault


@pytest.mark.parametrize("name", [name for name in USED if name != DAILY])
def test_sound_books_verify_after_an_upgrade(name: str, sound: Path) -> None:
    with other_version():
        assert codes_of(sound / name, name) <= {*SOUND, "F116"}


@pytest.mark.parametrize("kind", SAMPLE, ids=lambda kind: kind.name)
def test_damage_is_found(kind: Kind, found: Codes) -> None:
    others = {code for one in SAMPLE if one is not kind and one.artifact == kind.artifact for code in one.codes}
    assert not others & set(kind.codes), "no other quick damage may lead to its finding"
    assert found[kind.artifact] & set(kind.codes)
