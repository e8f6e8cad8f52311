"""The config in a folder: its usual name, its only YAML file, or a line that names what is there."""

from pathlib import Path

import pytest

from puzzlegen.config.load import config_at
from puzzlegen.errors import ConfigError


@pytest.mark.parametrize(
    ("files", "name", "found"),
    [
        (["book.yaml"], "book", "book.yaml"),
        (["book.yaml", "other.yaml", "notes.md"], "book", "book.yaml"),
        (["travel.yml", "notes.md"], "book", "travel.yml"),
        (["Sampler.YAML"], "book", "Sampler.YAML"),
        (["book.yaml", "daily.yaml"], "daily", "daily.yaml"),
    ],
)
def test_the_config_of_a_folder_is_found(tmp_path: Path, files: list[str], name: str, found: str) -> None:
    for file in files:
        (tmp_path / file).write_text("", encoding="utf-8")
    assert config_at(tmp_path, name) == tmp_path / found


@pytest.mark.parametrize(
    ("files", "says"),
    [
        (["notes.md"], "no config is here: name a YAML file"),
        (["two.yaml", "one.yml"], "found one.yml, two.yaml: name one of them"),
        (
            [f"{i}.yaml" for i in range(10)],
            "found 0.yaml, 1.yaml, 2.yaml, 3.yaml, 4.yaml, 5.yaml, 6.yaml, 7.yaml: name",
        ),
    ],
)
def test_a_folder_without_one_config_is_refused(tmp_path: Path, files: list[str], says: str) -> None:
    for file in files:
        (tmp_path / file).write_text("", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        config_at(tmp_path, "book")
    assert str(refused.value).startswith(f"{tmp_path}: {says}")


def test_a_place_that_is_no_folder_stays(tmp_path: Path) -> None:
    assert config_at(tmp_path / "none", "book") == tmp_path / "none"
