"""The options of ``generate``: which are refused together, and what a stopped run says."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlegen.board.lattices import MOSAIC
from puzzlegen.cli.generate import generate
from puzzlegen.errors import FormatError, GenerationError, Interrupted
from puzzlegen.formats import line
from puzzlegen.generator import batch


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (
            {"difficulty": "easy", "max_tier": 2},
            "--difficulty: found difficulty and max_tier, which exclude each other",
        ),
        ({"mines": 3, "density": 0.2}, "--mines: found mines and density, which exclude each other; leave one out"),
        ({"seed": "a\nb"}, r"--seed: found 'a\\nb', expected printable text"),
        ({"fill": True}, "--layout: found fill, which only a drawing, file or text can have; remove it"),
        ({"difficulty": "esay"}, '^--difficulty: found "esay", allowed easy, .*; did you mean "easy"'),
    ],
)
def test_options_that_cannot_be_used_are_refused(options: dict[str, object], error: str) -> None:
    with pytest.raises(GenerationError, match=error):
        generate(quiet=True, jobs=1, **options)


def test_a_size_of_another_form_is_refused() -> None:
    with pytest.raises(FormatError, match="size"):
        generate(size="10", quiet=True)


def test_the_same_seed_writes_the_same_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        generate(size="5x4", number=number, seed="monday", quiet=True, jobs=1)
    first, *both = capsys.readouterr().out.splitlines()
    assert both[0] == first != both[1]


def test_puzzles_of_a_variant_are_written_in_the_requested_format(capsys: pytest.CaptureFixture[str]) -> None:
    generate(kind=MOSAIC, size="5x4", seed="monday", form="json", total=True, quiet=True, jobs=1)
    puzzle = line.parse(json.loads(capsys.readouterr().out)["puzzle"])
    assert puzzle.grid.variant is MOSAIC
    assert puzzle.total is not None


def test_fill_adds_clues_to_a_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawing = tmp_path / "corner.txt"
    drawing.write_text("##....\n......\n......\n......\n......\n", encoding="utf-8")
    layout, options = f"file:{drawing}", {"size": "6x5", "seed": "monday", "quiet": True, "jobs": 1}
    for fill in (None, False):
        with pytest.raises(GenerationError, match=r"^--layout: no clue can reach R1C4 .*, or turn on fill$"):
            generate(layout=layout, fill=fill, **options)
    generate(layout=layout, fill=True, **options)
    puzzle = line.parse(capsys.readouterr().out.strip())
    assert puzzle.cells[0] >= 0 and puzzle.cells[1] >= 0 and puzzle.clues > 2


def test_a_stopped_run_names_the_seed_that_makes_the_same_puzzles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make = batch.generate_puzzles

    def stopped(*arguments: object) -> Iterator[object]:
        yield next(iter(make(*arguments)))
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "generate_puzzles", stopped)
    with pytest.raises(Interrupted, match="1 of 3 puzzles are written: --seed 'my seed' makes the same puzzles again"):
        generate(size="5x4", number=3, seed="my seed", quiet=True, jobs=1)
    assert capsys.readouterr().out.count("\n") == 1
