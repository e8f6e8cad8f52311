"""The answer key between its stages: from the config to a plan for layout, and to claims for the verification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from puzzlegen.config.schema import BookConfig
from puzzlegen.formats.record import Record
from puzzlegen.layout.records import KeyPlan
from puzzlegen.select.apart import LEAST_APART, apart
from puzzlegen.verify.book import KeyClaims


def key_plan(config: BookConfig, records: Iterable[Record]) -> KeyPlan | None:
    """How the answers are printed; None if they are not."""
    key = config.back_matter.answer_key
    if key is None:
        return None
    order: list[int] = []
    if key.order == "shuffled":
        for i, group in enumerate(_groups(key.grouping, records)):
            order += apart(group, f"{config.series}/answers/{i}")
    return KeyPlan(tuple(order), key.grouping == "section", key.density, key.place)


def said_of_key(config: BookConfig) -> Any:
    """What the manifest says of the key: False, or its part of the config."""
    key = config.back_matter.answer_key
    return key.model_dump(mode="json") if key else False


def key_claims(said: Mapping[str, Any] | bool, records: Iterable[Record], bound: bool) -> KeyClaims | None:
    """What is to be true of the key of which the manifest says that; ``bound``: pages face each other."""
    if not isinstance(said, Mapping):
        return None
    groups = _groups(said["grouping"], records) if said["order"] == "shuffled" else []
    parted = frozenset(number for group in groups if len(group) >= LEAST_APART for number in group)
    return KeyClaims(said["place"] == "separate", bound, parted)


def _groups(grouping: str, records: Iterable[Record]) -> list[list[int]]:
    """The numbers of the puzzles whose answers are printed together."""
    groups: dict[int | None, list[int]] = {}
    for record in records:
        groups.setdefault(record.section if grouping == "section" else None, []).append(record.number or 0)
    return list(groups.values())
