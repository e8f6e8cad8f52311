"""Measures how much of its text block each page of a book uses.

``python tests/page_fill.py CONFIG ...`` makes the puzzles of these configs, lays the books out, and prints a line
for each kind of page. ``--pages`` adds a line for each page. With ``--most-short 5`` it fails if a book has more than
five pages that are used over less than 55 % of their height.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from small_book import pages_of, puzzles_of

from puzzlegen.config.load import load_book
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.layout.core.document import (
    Box,
    Disc,
    Frame,
    Line,
    Mark,
    Metrics,
    Page,
    Picture,
    Rect,
    Ring,
    Stroke,
    Text,
)
from puzzlegen.layout.core.document import Path as Polygon

SHORT = 0.55  # of the height of a text block
ACROSS, DOWN = 12, 18  # tiles of a text block: a tile is two or three lines of text high, a twelfth of its width wide


class PageFill(NamedTuple):
    """How much of the text block of a page is used, each as a share from 0 to 1.

    ``depth`` is from the top of the block to the foot of the lowest mark, ``height`` from the highest mark to it,
    ``width`` from the leftmost to the rightmost mark, and ``used`` the tiles with a mark.
    """

    number: int
    kind: str
    depth: float
    width: float
    used: float
    height: float = 0.0


def page_fill(page: Page, metrics: Metrics) -> PageFill:
    """Measure a page. Folio and running head stand outside the text block and do not count."""
    block = page.block
    boxes = [*_mark_boxes(page.marks, metrics), *(grid.area for grid in page.grids)]
    inside = [
        Box(
            max(box.left, block.left),
            max(box.top, block.top),
            min(box.right, block.right),
            min(box.bottom, block.bottom),
        )
        for box in boxes
        if box.left < block.right
        and box.right > block.left
        and box.top < block.bottom - 1
        and box.bottom > block.top + 1
    ]
    if not inside:
        return PageFill(page.number, page.kind, 0.0, 0.0, 0.0)
    tiles = {tile for box in inside for tile in _tiles(box, block)}
    return PageFill(
        page.number,
        page.kind,
        (max(box.bottom for box in inside) - block.top) / block.height,
        (max(box.right for box in inside) - min(box.left for box in inside)) / block.width,
        len(tiles) / (ACROSS * DOWN),
        (max(box.bottom for box in inside) - max(block.top, min(box.top for box in inside))) / block.height,
    )


def _tiles(box: Box, block: Box) -> Iterator[tuple[int, int]]:
    """Yield the column and row of each tile that a box touches."""

    def span(low: float, high: float, length: float, count: int) -> range:
        return range(int(low / length * count), min(count - 1, int(high / length * count)) + 1)

    for row in span(box.top - block.top, box.bottom - block.top, block.height, DOWN):
        for col in span(box.left - block.left, box.right - block.left, block.width, ACROSS):
            yield col, row


def _mark_boxes(marks: Iterable[Mark], metrics: Metrics) -> Iterator[Box]:
    for mark in marks:
        if isinstance(mark, Text):
            width = metrics.width(mark.string, mark.font) * mark.size + mark.spacing * len(mark.string)
            left = mark.x - {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
            if mark.turn == 180:
                left = 2 * mark.x - left - width
            yield Box(left, mark.y - mark.size * 0.7, left + width, mark.y)
        elif isinstance(mark, Rect | Frame | Picture):
            yield Box(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
        elif isinstance(mark, Line):
            yield Box(min(mark.x1, mark.x2), min(mark.y1, mark.y2), max(mark.x1, mark.x2), max(mark.y1, mark.y2))
        elif isinstance(mark, Disc | Ring):
            yield Box(mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius)
        elif isinstance(mark, Polygon | Stroke):
            points = mark.points if isinstance(mark, Polygon) else [point for line in mark.lines for point in line]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            yield Box(min(xs), min(ys), max(xs), max(ys))


def fills_of(pages: BookPages) -> list[PageFill]:
    """Measure all pages of a book."""
    return [page_fill(page, pages.context.metrics) for page in pages]


def short_pages(fills: Iterable[PageFill]) -> list[PageFill]:
    """Return the pages whose marks reach over less than ``SHORT`` of the height of the text block."""
    return [one for one in fills if one.height < SHORT]


def table(fills: Iterable[PageFill]) -> Iterator[str]:
    """Yield a line for each kind of page: pages, mean shares, and the least depth and tiles of one page."""
    yield f"{'kind':22}{'pages':>6}{'depth':>7}{'width':>7}{'used':>7}{'least':>7}  page"
    for kind, group in groupby(sorted(fills, key=lambda one: one.kind), key=lambda one: one.kind):
        found = list(group)
        least = min(found, key=lambda one: one.used)
        shares = [mean(one[i] for one in found) for i in (2, 3, 4)]
        yield (
            f"{kind:22}{len(found):6}"
            + "".join(f"{share:7.0%}" for share in (*shares, least.used))
            + f"  {least.number}"
        )


def main() -> None:
    """Print the tables of configs."""
    parser = argparse.ArgumentParser(description="How much of their text block the pages of books use.")
    parser.add_argument("configs", nargs="+", type=Path)
    parser.add_argument("--pages", action="store_true", help="a line for each page too")
    parser.add_argument("--most-short", type=int, help="fail if a book has more short pages")
    options, too_short = parser.parse_args(), []
    for path in options.configs:
        config = load_book(path)
        pages, _ = pages_of(config, puzzles_of(config))
        fills = fills_of(pages)
        short = [one.number for one in short_pages(fills)]
        print(f"{path}: {len(fills)} pages, {mean(one.used for one in fills):.0%} used, {len(short)} short {short}")
        too_short += [str(path)] if options.most_short is not None and len(short) > options.most_short else []
        for line in table(fills):
            print(f"  {line}")
        for one in fills if options.pages else ():
            print(f"  {one.number:4} {one.kind:22}{one.depth:7.0%}{one.width:7.0%}{one.used:7.0%}{one.height:7.0%}")
    if too_short:
        sys.exit(f"too many short pages: {', '.join(too_short)}")


if __name__ == "__main__":
    main()
