"""The first run says that it compiles: for making puzzles also where only the solver is compiled."""

from importlib import import_module
from pathlib import Path

import numba
import pytest

from puzzlegen import engine
from puzzlegen.talk import Talk

SOLVER, MAKER = "rounds.solve_one-222.py311.nbi", "thin.try_all-109.py311.nbi"


@pytest.mark.parametrize(
    ("there", "solving", "making"), [([], True, True), ([SOLVER], False, True), ([SOLVER, MAKER], False, False)]
)
def test_the_first_use_is_said(
    there: list[str], solving: bool, making: bool,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(engine, "CACHE", tmp_path)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    for name in there:
        (tmp_path / name).touch()
    for maker, said in ((False, solving), (True, making)):
        Talk(quiet=False).warm(making=maker)
        assert ("First use: compiling" in capsys.readouterr().err) == said
        Talk(quiet=True).warm(making=maker)
        assert capsys.readouterr().err == ""


def test_the_kernels_it_looks_for_are_there() -> None:
    """Kernels, not functions around them: only those leave files."""
    for name in (engine._SOLVING, engine._MAKING):
        module, function = name.split(".")
        assert hasattr(getattr(import_module(f"puzzlegen.engine.{module}"), function), "py_func")
