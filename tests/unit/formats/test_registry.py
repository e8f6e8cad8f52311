from pathlib import Path

import pytest

from puzzlegen.board.lattices import MINESWEEPER, MOSAIC
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line, registry, source_text
from puzzlegen.formats.registry import FORMATS, Feature

SAMPLE = line.parse("3x3:d1d")


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.module)
def test_every_module_provides_what_its_row_promises(row: registry.Format) -> None:
    assert hasattr(row.code, "write_solved" if row.needs_solution else "write")
    assert row.parse_line or row.block or row.name == "line", "detect reads line by itself, as the fallback"
    assert row.block is not None or not row.several_lines


def test_unknown_names_and_kinds() -> None:
    with pytest.raises(FormatError, match=r"format: found 'lin', allowed line, site, .*json"):
        registry.write(SAMPLE, "lin")
    with pytest.raises(FormatError, match="janko: found mosaic, allowed minesweeper only; use line or text"):
        registry.format_for("janko", MOSAIC)


def test_a_format_with_the_solution_needs_one() -> None:
    with pytest.raises(FormatError, match="json: the format holds the solution; give a GradedPuzzle, or use line"):
        registry.write(SAMPLE, "json")


def test_the_remedy_names_formats_that_hold_the_puzzle() -> None:
    for feature in Feature:
        with pytest.raises(FormatError, match=f"site: the format has no {feature}; use line") as refused:
            registry.check_can_hold("site", MINESWEEPER, frozenset({feature}))
        for name in str(refused.value).rpartition("use ")[2].split(" or "):
            assert feature not in registry.format_for(name, MINESWEEPER).cannot_hold


@pytest.mark.parametrize("address", ["https://example.com/x", "http://puzz.link/db/?x=3"])
def test_unknown_addresses(address: str) -> None:
    with pytest.raises(FormatError, match="unknown address, expected one such as"):
        detect.parse(address)


def test_the_docs_have_the_table_of_what_is_ignored() -> None:
    rows = Path("docs/formats.md").read_text(encoding="utf-8").split("| what it holds | names |")[1].splitlines()[2:]
    table = dict(row.strip("|").strip().split(" | ") for row in rows[: rows.index("")])
    assert list(table.values()) == list(source_text.IGNORED.values())
    assert all(name.startswith(what) for name, what in zip(table, source_text.IGNORED, strict=True))
