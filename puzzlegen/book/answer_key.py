"""The answer key between its stages: from the config to a plan for layout, and to claims for the verification."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.config.book import BookConfig
from puzzlegen.layout.book.book_content import AnswerKeyPlan
from puzzlegen.selection.printing_order import answer_groups, spread_apart


def key_plan(config: BookConfig, records: Iterable[GradedPuzzle]) -> AnswerKeyPlan | None:
    """How the answers are printed; None if they are not."""
    key = config.back_matter.answer_key
    if key is None:
        return None
    order: list[int] = []
    if key.order == "shuffled":
        for i, group in enumerate(answer_groups(key.grouping, records)):
            order += spread_apart(group, f"{config.series}/answers/{i}")
    return AnswerKeyPlan(tuple(order), key.grouping == "section", key.density, key.place)
