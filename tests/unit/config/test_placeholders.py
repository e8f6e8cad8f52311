"""Placeholders of shipped configs: which addresses and seeds are found, and that no shipped seed is forgotten."""

from pathlib import Path

import pytest
import yaml

from puzzlegen.config.placeholders import SHIPPED_SERIES, placeholders

CONFIGS = Path(__file__).parents[3] / "configs"


def test_every_shipped_seed_is_known() -> None:
    found = {yaml.safe_load(path.read_text(encoding="utf-8"))["series"] for path in CONFIGS.glob("*.yaml")}
    assert found == SHIPPED_SERIES


@pytest.mark.parametrize(
    "address", ["https://example.com/d/", "https://WWW.Example.org/", "https://puzzles.example.net:8080/x/"]
)
def test_addresses_of_examples_are_found(address: str) -> None:
    (found,) = placeholders("mine", {"address": address})
    assert found.loc == ("address",)
    assert "is a domain for examples, and leads readers nowhere: set your own address" in found.text


@pytest.mark.parametrize("address", ["https://myexample.com/", "https://example.com.de/", "https://a.de/example.com/"])
def test_other_addresses_are_not(address: str) -> None:
    assert list(placeholders("mine", {"address": address})) == []


def test_a_shipped_seed_is_found() -> None:
    (found,) = placeholders("daily pencil", {})
    assert found.loc == ("series",)
    assert found.text.startswith('"daily pencil" is the seed of a shipped config')
