"""The options of ``generate``: which are refused together, and what a stopped run says."""

from collections.abc import Iterator

import pytest

from puzzlegen.cli.generate import generate
from puzzlegen.errors import GenerationError, Interrupted
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
