"""The first run says that it compiles, for making puzzles also where only the solver is; so does every run where
kernels cannot be kept.
"""

import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import numba
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.cli.console import Console
from puzzlegen.cli.daily import _announce_compilation
from puzzlegen.config.daily import WeekdayConfig
from puzzlegen.engine import compile_cache

PYTHON = "py{}{}".format(*sys.version_info)
ENGINE = Path(__file__).parents[3] / "puzzlegen" / "engine"
SOLVER, MAKER = f"rounds.solve_one-222.{PYTHON}.nbi", f"adjustment.adjust_in-109.{PYTHON}.nbi"
PLAIN = WeekdayConfig(size=Grid(9, 9), difficulty="easy")
CLASSIC = WeekdayConfig(kind="classic", size=Grid(9, 9), difficulty="easy")
OTHER = MAKER.replace(PYTHON, "py39")  # what another Python has compiled


@pytest.mark.parametrize(
    ("there", "solving", "making"), [([], True, True), ([SOLVER, OTHER], False, True), ([SOLVER, MAKER], False, False)]
)
def test_the_first_use_is_reported(
    there: list[str], solving: bool, making: bool,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(compile_cache, "CACHE", tmp_path)
    monkeypatch.setattr(compile_cache, "WANTED", tmp_path)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    for name in there:
        (tmp_path / name).touch()
    for code_version, is_expected in ((False, solving), (True, making)):
        Console(quiet=False).announce_compilation(making=code_version)
        assert ("First use of this kind of puzzle: compiling" in capsys.readouterr().err) == is_expected
        Console(quiet=True).announce_compilation(making=code_version)
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("made", "kinds"),
    [
        ([], {}),
        ([PLAIN, None], {"making": True}),
        ([PLAIN, PLAIN.model_copy(update={"effort": "high"})], {"making": True, "improving": True}),
        ([CLASSIC], {"classic": True}),
        ([CLASSIC, PLAIN], {"classic": True, "making": True}),
    ],
)
def test_a_daily_compiles_what_the_days_of_the_run_need(
    made: list[WeekdayConfig | None], kinds: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, bool]] = []
    monkeypatch.setattr(compile_cache, "is_compiled", lambda **given: not asked.append(given))
    _announce_compilation(Console(quiet=True), made)
    assert asked == [{"making": False, "improving": False, "classic": False} | kinds]


def test_the_kernels_it_looks_for_are_there() -> None:
    """Kernels, not functions around them: only those leave files."""
    for name in (compile_cache._SOLVING, compile_cache._MAKING):
        module, function = name.split(".")
        (path,) = ENGINE.rglob(f"{module}.py")
        found = import_module(f"puzzlegen.engine.{path.parent.name}.{module}")
        assert hasattr(getattr(found, function), "py_func")


def test_where_kernels_cannot_be_kept_it_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_cache, "CACHE", tmp_path)
    monkeypatch.setattr(compile_cache, "WANTED", Path("read-only"))
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    Console(quiet=False).announce_compilation()
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert (
        errors.startswith("read-only: cannot be written, so every run compiles the solver")
        and "a folder that can be" in errors
    )
    (tmp_path / SOLVER).touch()  # the kernels of a folder that can only be read are taken along
    Console(quiet=False).announce_compilation()
    assert capsys.readouterr().err == ""


def test_kernels_that_nobody_uses_are_removed_after_a_season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ages = {"kernels-mine": 400, "kernels-old": 91, "kernels-new": 89, "others": 400}
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").touch()
        os.utime(tmp_path / name, (time.time() - 86400 * days,) * 2)
    monkeypatch.setattr(compile_cache, "WANTED", tmp_path / "kernels-mine")
    compile_cache.forget_old()
    assert {path.name for path in tmp_path.iterdir()} == {"kernels-mine", "kernels-new", "others"}
    assert compile_cache._choose_cache(tmp_path / "kernels-new") == tmp_path / "kernels-new"
    assert time.time() - (tmp_path / "kernels-new").stat().st_mtime < 3600


OURS = str(Path(__file__).parents[3])
LOOK = """
import subprocess, sys, tempfile
if len(sys.argv) > 1:  # root may write anywhere
    make = tempfile.TemporaryFile
    def refuse(dir=None):
        if str(dir).startswith(sys.argv[1]):
            raise PermissionError(13, "Permission denied", str(dir))
        return make(dir=dir)
    tempfile.TemporaryFile = refuse
from puzzlegen.engine import compile_cache
there = [path.name for path in compile_cache.CACHE.rglob("*") if path.is_file()]
ask = "from puzzlegen.engine import compile_cache as it; print(it.CACHE == it.WANTED, it.CACHE)"
child = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout.split()
print(compile_cache.WANTED, compile_cache.CACHE, compile_cache.CACHE.is_dir(), *there, *child, sep=chr(10))
"""


def look(scratch: Path, cache: Path, *refused: str) -> list[str]:
    """What a process of its own finds with that PUZZLEGEN_CACHE."""
    scratch.mkdir()
    found = subprocess.run(
        [sys.executable, "-c", LOOK, *refused],
        env=os.environ | {"PUZZLEGEN_CACHE": str(cache), "TMPDIR": str(scratch), "PYTHONPATH": OURS},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return found.stdout.splitlines()


def test_a_cache_that_is_a_file_is_replaced_for_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wanted, used, there, same, others = look(tmp_path / "scratch", tmp_path / "file")
    assert Path(wanted).parent == tmp_path / "file" / "puzzlegen"
    assert used.startswith(str(tmp_path / "scratch")) and there == "True"
    assert (same, others) == ("True", used)  # a process started by it has nothing to say
    assert list((tmp_path / "scratch").iterdir()) == []  # nothing is left behind


WORKERS = """
import os
from puzzlegen.engine import compile_cache
from puzzlegen.jobs.worker_pools import open_local_pool
if __name__ == "__main__":
    with open_local_pool(2) as pool:
        pool.executor.start_processes().result()
        found = [pool.executor.submit(os.getenv, compile_cache.VARIABLE) for _ in range(8)]
        here = compile_cache.CACHE.parents[1]
        print(compile_cache.CACHE == compile_cache.WANTED, *{here == compile_cache.Path(one.result()) for one in found})
"""


def test_workers_share_the_kernels_of_a_run_whose_cache_cannot_be_written(tmp_path: Path) -> None:
    """They load what was compiled for the first puzzle: none compiles for itself."""
    (tmp_path / "file").touch()
    (tmp_path / "scratch").mkdir()
    script = tmp_path / "script.py"
    script.write_text(WORKERS)
    done = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ
        | {"PUZZLEGEN_CACHE": str(tmp_path / "file"), "TMPDIR": str(tmp_path / "scratch"), "PYTHONPATH": OURS},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "False True\n"


def test_a_cache_that_can_only_be_read_is_taken_along(tmp_path: Path) -> None:
    kept = tmp_path / "cache" / "puzzlegen" / compile_cache.WANTED.name / "engine_1"
    kept.mkdir(parents=True)
    (kept / SOLVER).touch()
    wanted, used, there, name, same, others = look(tmp_path / "scratch", tmp_path / "cache", str(tmp_path / "cache"))
    assert (wanted, there, name) == (str(kept.parent), "True", SOLVER)
    assert used != wanted and (same, others) == ("True", used)


def test_a_machine_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = subprocess.run(
        [sys.executable, "-c", "import tempfile\ndef no(**_): raise FileNotFoundError(2, 'No usable')\n"
         "tempfile.mkdtemp = no\nimport sys; sys.argv = ['p', 'generate']\n"
         "from puzzlegen.cli.app import main; main()"],
        env=os.environ | {"PUZZLEGEN_CACHE": str(tmp_path / "file"), "PYTHONPATH": OURS},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "nor can any folder for temporary files: name one in PUZZLEGEN_CACHE" in done.stderr
