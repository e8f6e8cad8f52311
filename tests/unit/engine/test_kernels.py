"""A library of kernels is used only if it fits, gives the known answers, and is called as declared."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from puzzlegen.engine import kernels, known_answers, rounds, sources
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.position import new_scratch, new_trace

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
NAME = kernels.LIBRARIES[kernels.MACHINE]
pytestmark = pytest.mark.skipif(kernels.load().library is None, reason=f"no library here: {kernels.load().reason}")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the library in use, with a separate folder for records of checks."""
    loaded = kernels.load()
    assert loaded.path is not None
    folder = tmp_path / "built"
    shutil.copytree(loaded.path.parent, folder)
    monkeypatch.setattr(kernels, "_records", lambda: [tmp_path / "records"])
    return folder


def test_every_kernel_has_a_known_answer() -> None:
    assert known_answers.Cases().answers() == kernels.load().description["answers"]


def test_a_hundred_thousand_wrong_calls_are_refused() -> None:
    """In a child process, because a call that is not refused may crash it."""
    command = [sys.executable, HERE / "wrong_calls.py", "100000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["100000", str(len(kernels.load().description["answers"]))], done.stderr


def test_a_wrong_argument_is_named() -> None:
    start, cells, _ = known_answers._neighborhood(6)
    zeros, order = np.zeros(36, np.int8), np.arange(36, dtype=np.int32)
    with pytest.raises(TypeError, match=r"place_mines: start: a size is 37 instead of n \+ 1, where .*'n': 35"):
        place_mines(start, cells, zeros, order, 5, False, zeros[:35].copy())
    with pytest.raises(TypeError, match="place_mines: 6 arguments instead of 7"):
        place_mines(start, cells, zeros, order, 5, False)
    with pytest.raises(TypeError, match=r"place_mines: mines: expected int8\[n\], found list"):
        place_mines(start, cells, zeros, order, 5, False, list(zeros))
    with pytest.raises(TypeError, match=r"place_mines: mines: expected int8\[n\], found int8 \(6, 6\)"):
        place_mines(start, cells, zeros, order, 5, False, zeros.reshape(6, 6))


def test_a_read_only_array_that_is_kept_is_not_taken_as_another_argument() -> None:
    """A thread keeps where such an array lies, and what it was found to be."""
    start, cells, _ = known_answers._neighborhood(6)
    zeros, order = np.zeros(36, np.int8), np.arange(36, dtype=np.int32)
    frozen = np.zeros(36, np.int32)
    for one in (start, cells, frozen):
        one.setflags(write=False)
    for _ in range(2):
        assert place_mines(start, cells, zeros, order, 5, False, np.zeros(36, np.int8)) == 1
        for name, wrong in (("void", frozen), ("order", start), ("void", start)):
            arguments = {"void": zeros, "order": order} | {name: wrong}
            with pytest.raises(TypeError, match=f"place_mines: {name}"):
                place_mines(start, cells, arguments["void"], arguments["order"], 5, False, zeros)


def test_memory_that_is_kept_is_not_taken_as_another_record() -> None:
    start, cells, _ = known_answers._neighborhood(6)
    clue, known = np.full(36, -1, np.int8), np.ones(36, np.int8)
    scratch = kernels.kept(new_scratch, 36, cells.size)
    with pytest.raises(TypeError, match="solve_one: trace: expected a tuple of 4 fields"):
        rounds.solve_one(start, cells, clue, known, rounds.NO_TOTAL, 4, scratch, scratch)
    other = kernels.kept(new_scratch, 35, cells.size)
    with pytest.raises(TypeError, match=r"solve_one: start: a size is 37 instead of n \+ 1, where .*'n': 35"):
        rounds.solve_one(start, cells, clue, known, rounds.NO_TOTAL, 4, new_trace(36), other)


def test_a_thread_keeps_the_memory_of_the_last_sizes() -> None:
    first = kernels.kept(new_scratch, 36, 200)
    assert kernels.kept(new_scratch, 36, 200) is first
    for n in range(37, 41):
        kernels.kept(new_scratch, n, 200)
    assert kernels.kept(new_scratch, 36, 200) is not first
    large = kernels.kept(new_scratch, 10_001, 200)
    assert kernels.kept(new_scratch, 10_001, 200) is not large
    with ThreadPoolExecutor(1) as other:
        assert other.submit(kernels.kept, new_scratch, 40, 200).result() is not kernels.kept(new_scratch, 40, 200)


def test_a_checked_library_is_not_checked_again(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernels._problem(copy / NAME) == ""
    monkeypatch.setattr(kernels.subprocess, "run", None)
    assert kernels._problem(copy / NAME) == ""


def test_where_the_cache_cannot_be_written_a_check_is_recorded_among_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernels.CACHE_VARIABLE, "/proc")
    monkeypatch.setattr(kernels.tempfile, "gettempdir", lambda: str(tmp_path))
    path = kernels.load().path
    assert path is not None and kernels._problem(path) == ""
    monkeypatch.setattr(kernels.subprocess, "run", None)
    assert kernels._problem(path) == ""


def test_a_library_with_another_answer_is_refused_and_named(copy: Path) -> None:
    description = json.loads((copy / kernels.DESCRIPTION).read_text("utf-8"))
    description["answers"]["climb_in"] = "0" * 16
    (copy / kernels.DESCRIPTION).write_text(json.dumps(description), "utf-8")
    found, reason = kernels._checked(copy)
    assert found is None
    assert reason == f"{copy / NAME}: the check of its kernels failed: other results than known: climb_in"


def test_a_library_that_crashes_is_refused(copy: Path) -> None:
    path = copy / NAME
    code = bytearray(path.read_bytes())
    code[len(code) // 4 : len(code) // 2] = b"\x0f\x0b" * ((len(code) // 2 - len(code) // 4) // 2 + 1)
    path.write_bytes(code)
    found, reason = kernels._checked(copy)
    assert found is None and "the check of its kernels failed" in reason


def test_a_damaged_library_is_refused(copy: Path) -> None:
    (copy / NAME).write_bytes(b"\x7fELF")
    found, reason = kernels._checked(copy)
    assert found is None and str(copy / NAME) in reason


def test_a_library_of_other_sources_is_passed_over(copy: Path) -> None:
    description = json.loads((copy / kernels.DESCRIPTION).read_text("utf-8"))
    (copy / kernels.DESCRIPTION).write_text(json.dumps(description | {"sources": "others"}), "utf-8")
    assert kernels._checked(copy) == (None, "")


def test_without_a_library_and_a_compiler_one_line_says_that_the_solver_is_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernels, "BUILT", tmp_path / "none")
    monkeypatch.setattr(kernels, "own_build", lambda: tmp_path / "none either")
    monkeypatch.setattr(kernels, "find_spec", lambda name: None)
    monkeypatch.setenv(kernels.VARIABLE, "")
    loaded = kernels.load.__wrapped__()
    assert loaded.library is None and loaded.built_by == kernels.INTERPRETED
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith(
        "The solver is interpreted, a hundred times slower than compiled: "
    )
    assert os.environ[kernels.VARIABLE] == kernels.INTERPRETED, "processes that this one starts need not say so again"
    assert kernels.load.__wrapped__().reason and capsys.readouterr().err == ""


def test_where_numba_is_installed_the_library_is_built_once(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, commands = copy.parent / "own", []

    def build(command: list[str], _: object) -> int:
        commands.append(command)
        shutil.copytree(copy, command[3], dirs_exist_ok=True)
        return 0

    monkeypatch.setattr(kernels, "BUILT", copy.parent / "none")
    monkeypatch.setattr(kernels, "own_build", lambda: own)
    monkeypatch.setattr(kernels, "_exit_code_of", build)
    for _ in range(2):
        assert kernels._find().path == own / NAME
    assert len(commands) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups that take Ctrl-C")
def test_ctrl_c_ends_a_build_with_its_processes_and_no_traceback() -> None:
    """Each process of the build has the pipe of errors, which ends with the last of them."""
    wait = "import time; time.sleep(600)"
    start = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {wait!r}]); print('begun', flush=True)"
    code = (
        "import os, sys; from puzzlegen.engine.kernels import _exit_code_of\n"
        f"try: _exit_code_of([sys.executable, '-c', {start + '; ' + wait!r}], os.environ)\n"
        "except KeyboardInterrupt: print('interrupted')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as build:
        assert build.stdout and build.stdout.readline() == "begun\n"
        os.killpg(build.pid, signal.SIGINT)
        assert build.communicate(timeout=300) == ("interrupted\n", "")


def test_a_process_can_be_told_to_interpret() -> None:
    ask = "from puzzlegen.engine import kernels; print(kernels.load().built_by)"
    environment = os.environ | {kernels.VARIABLE: kernels.INTERPRETED}
    done = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("interpreted\n", "")


def test_comments_of_the_engine_do_not_change_the_version_of_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sources.source_hash.__wrapped__(), sources.code_hash.__wrapped__()
    shutil.copytree(sources.FOLDER, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__", "built"))
    monkeypatch.setattr(sources, "FOLDER", tmp_path / "engine")
    assert (sources.source_hash.__wrapped__(), sources.code_hash.__wrapped__()) == before
    path = tmp_path / "engine" / "rounds.py"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"""Solve one puzzle.', '"""Solve a puzzle.  ') + "\n# the end\n", "utf-8")
    assert sources.code_hash.__wrapped__() == before[1] and sources.source_hash.__wrapped__() != before[0]
    path.write_text(text.replace("trace.moment[x] = 0 if", "trace.moment[x] = 1 if"), "utf-8")
    assert sources.code_hash.__wrapped__() != before[1]


def test_a_library_whose_check_does_not_end_is_refused(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "CHECK_SECONDS", 0)
    monkeypatch.setattr(kernels, "_records", lambda: [copy.parent / "records"])
    assert kernels._problem(copy / NAME) == "the check of its kernels took more than 0 s"
    assert not (copy.parent / "records").exists()


def test_a_refused_library_is_named_although_another_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    second = kernels.Loaded(object(), {"built_by": "numba"}, Path("second"), "")
    answers = iter([(None, "first: the check of its kernels failed"), (second, "")])
    monkeypatch.setattr(kernels, "_checked", lambda _: next(answers))
    assert kernels._find() == second._replace(reason="first: the check of its kernels failed")


def test_make_builds_the_library_again_after_a_change_of_the_engine(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    engine, built = tmp_path / "puzzlegen" / "engine", tmp_path / "puzzlegen" / "engine" / "built"
    built.mkdir(parents=True)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv-compiler").mkdir()
    for number, path in enumerate(
        [
            tmp_path / "pyproject.toml", tmp_path / "constraints.txt", tmp_path / "hatch_build.py",
            tmp_path / ".venv-compiler" / ".ready", tmp_path / ".venv" / ".installed", engine / "rounds.py",
            built / "kernels.json",
        ]
    ):  # fmt: skip
        path.touch()
        os.utime(path, (1000 + number, 1000 + number))

    def planned() -> str:
        return subprocess.run(["make", "-n", "book"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "kernel_build" not in planned()
    os.utime(engine / "rounds.py", (2000, 2000))
    assert "puzzlegen.engine.kernel_build puzzlegen/engine/built" in planned()


def test_the_table_of_modules_in_the_docs_is_complete() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE)
    assert sorted(listed) == sorted(path.stem for path in sources.FOLDER.glob("*.py") if path.stem != "__init__")
