"""Lists that run in narrow columns over several pages: hints, score cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.layout.core.sheet import Setting
from puzzlegen.layout.core.text_columns import Column, Item, columns

COLUMN_GAP = 30.0
EVEN_STEP = 4.0  # points by which the columns of a last page grow until all fits


@dataclass(frozen=True, slots=True)
class Stacked:
    """One page of a list: what stands over the whole width at its head, and columns with their left and top."""

    head: Column
    columns: tuple[tuple[float, float, Column], ...]


def column_width(across: int, setting: Setting) -> float:
    """Width of one of ``across`` columns."""
    return (setting.page.block(1).width - (across - 1) * COLUMN_GAP) / across


def stack(
    head: Sequence[Item], flow: Sequence[Item], across: int, setting: Setting, indent: float = 0.0
) -> list[Stacked]:
    """The pages of a list in ``across`` columns.

    ``head`` stands on the first page only; ``indent`` is kept free at the top of each column.
    """
    room = setting.page.block(1).height
    top: list[Column] = columns(head, [room]) if head else [[]]
    used = top[0][-1][0] + top[0][-1][1].height if top[0] else 0.0
    found = columns(flow, [room - used - indent] * across + [room - indent])
    last = (len(found) - 1) // across * across
    if any(found[last:]):
        highest = room - indent - (0.0 if last else used)
        found[last:] = _even([item for column in found[last:] for _, item in column], across, highest)
    pitch = column_width(across, setting) + COLUMN_GAP
    pages = []
    for start in range(0, len(found), across):
        y = (0.0 if start else used) + indent
        here = found[start : start + across]
        pages.append(Stacked([] if start else top[0], tuple((i * pitch, y, column) for i, column in enumerate(here))))
    return pages


def _even(flow: Sequence[Item], across: int, highest: float) -> list[Column]:
    """The items of the last page in columns about as high as each other, the earlier ones rather higher."""
    height = min(highest, sum(item.before + item.height for item in flow) / across)
    while len(found := columns(flow, [height])) > across and height < highest:
        height = min(highest, height + EVEN_STEP)
    return found
