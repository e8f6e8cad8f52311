"""Each script of tests/bench, docs and tools runs once, with its smallest arguments: `make test-scripts`.

It runs in a copy of the checkout, so that it writes no file of this one. Constants that say how much is measured are
made smaller in the copy. Nothing is skipped: make installs what a script needs, and a script without a row fails.
"""

from __future__ import annotations

import ast
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/bench", "docs", "tools")
# Files that are no programs, and which program imports or starts them
PARTS = {
    "tests/bench/benchmark_page.py": "tests/bench/bench_ideas.py",
    "tests/bench/peers.py": "tests/bench/bench_engine.py",
    "tests/bench/start_kernels.py": "tests/bench/bench_start.py",
}
ELSEWHERE = {"tools/bundle/start.py": "make bundle, which tests/bundle/try_bundle.py tries"}


class Row(NamedTuple):
    """How a script is run: its arguments, and the constants that are smaller than in the script."""

    arguments: tuple[str, ...] = ()
    constants: dict[str, str] = {}  # noqa: RUF012  # no row changes it


SCRIPTS = {
    "docs/classic.py": Row(),
    "docs/cli.py": Row(),
    "docs/covers.py": Row(),
    "docs/findings.py": Row(),
    "docs/grading.py": Row(("0.00001",), {"SIDES": "(6, 8)", "LEAST": "2", "OTHER_SIZES": "((6, 6),)"}),
    "docs/hands.py": Row(("4",), {"DRAWN": "(Grid(6, 6),)"}),
    "docs/ideas.py": Row(),
    "docs/layouts.py": Row(("2",), {"SIDES": "(6, 7)"}),
    "docs/looks.py": Row(),
    "docs/pages.py": Row(),
    "docs/picture.py": Row(constants={"PAGES": '{"small": (1, 1, 1)}'}),
    "docs/playing.py": Row(),
    "docs/quality.py": Row(
        constants={
            "SECTIONS": '(("easy", "6x6", 2),)', "RAMPS": '(("easy", "6x6", "5"),)',
            "WISHED, UNWISHED": "2, 2", "TECHNIQUES_OF": '("medium",)',
        }
    ),
    "docs/records.py": Row(("4", "3")),
    "docs/shapes.py": Row(),
    "docs/studio.py": Row(("solve",)),
    "docs/themes.py": Row(),
    "docs/variants.py": Row(),
    "tests/bench/bench_book.py": Row(("40",)),
    "tests/bench/bench_builds.py": Row(
        ("--puzzles", "100"),
        {"KINDS": '(("12x12 medium", Grid(12, 12), "medium", 20),)', "ROUNDS": "1", "BOOKS": "(80,)"},
    ),
    "tests/bench/bench_bulk.py": Row(
        ("--quick",), {"DIFFERENT": "10", "SOLVED, LOOPED, PIPED": "100, 100, 100", "RUNS": "1"}
    ),
    "tests/bench/bench_classic.py": Row(("--seconds", "0.1"), {"SIZES": "[(9, 9, 12)]"}),
    "tests/bench/bench_cluster.py": Row(("dask://HERE",), {"UNITS": "10"}),
    "tests/bench/bench_completing.py": Row(constants={"CLUES": "(3, 10)", "DRAFTS": "2"}),
    "tests/bench/bench_daily.py": Row(("1",)),
    "tests/bench/bench_engine.py": Row(
        ("--quick",),
        {
            "BOARDS": "{5: 3, 10: 3, 20: 3, 50: 1, 100: 1}", "LARGEST": "dict.fromkeys((1, 2, 3, 4), 100)",
            "SAT_BOARDS": "{5: 1, 10: 1}", "MOSAIC_BOARDS": "{5: 1, 10: 1}", "MEMORY_SIDES": "(10, 20)",
        },
    ),
    "tests/bench/bench_explanations.py": Row(
        constants={"SAMPLES": '{"10x10 hard": ("10x10", {"difficulty": "hard"}, 4)}'}
    ),
    "tests/bench/bench_ideas.py": Row(constants={"CASES": '((8, "easy"),)', "COUNT": "1"}),
    "tests/bench/bench_layouts.py": Row(
        constants={"CASES": '((10, "medium", 1),)', "IMPROVED": '((8, "easy", 1),)'}
    ),
    "tests/bench/bench_ledger.py": Row(("2000",)),
    "tests/bench/bench_making.py": Row(
        constants={
            "GENERATED": '{"easy": 2, "expert": 1}', "SYMMETRIC": "{10: (1, 5.0)}", "AGAINST_SAT": "{10: (2, 2, 11.4)}",
            "THINNED": "{10: 2, 20: 2, 100: 1}",
        }
    ),
    "tests/bench/bench_mosaic.py": Row(constants={"BOARDS": "{5: 2, 10: 2}", "PICTURE, ROUNDS, WANTED": "20, 1, 50"}),
    "tests/bench/bench_person_model.py": Row(("8",), {"BOARDS": "((MINESWEEPER, 6),)"}),
    "tests/bench/bench_pictures.py": Row(("5x4:1b3c24a0g1a",), {"ROUNDS": "1"}),
    "tests/bench/bench_start.py": Row(
        constants={"ROUNDS": "1", "SAT_BOARDS": "{10: 1}", "BOARDS": "{10: 1}", "TURNS": "1"}
    ),
    "tests/bench/bench_studio.py": Row(constants={"COMPOSED": "(6,)", "ROUNDS": "1", "MAKING_SECONDS": "1"}),
    "tests/bench/bench_variants.py": Row(("1",), {"SIDES": "(6,)"}),
    "tests/bench/bench_walks.py": Row(constants={"BOARDS": "((MINESWEEPER, 10),)", "PUZZLES, TURNS": "2, 1"}),
    "tests/bench/bench_whole_book.py": Row(constants={"ROUNDS": "1"}),
    "tests/bench/module_changes.py": Row(),
    "tests/bench/soak.py": Row(("--number", "20")),
    "tests/bench/soak_engine.py": Row(("--boards", "16", "--large", "8")),
    "tests/bench/soak_ledger.py": Row(("--number", "5")),
    "tests/bench/soak_variants.py": Row(("--number", "3")),
    "tools/ink_table.py": Row(constants={"SIDE": "3", "TABLE": "Path('output/inks.png')"}),
    "tools/locale_tables.py": Row(),
}  # fmt: skip


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with its environment and its kernels, and a finished book in output/."""
    copy = tmp_path_factory.mktemp("checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    shutil.copytree(ROOT / "puzzlegen/engine/built", copy / "puzzlegen/engine/built")
    (copy / ".venv").symlink_to(sys.prefix)
    return copy


def programs() -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name not in PARTS and name not in ELSEWHERE:
                yield name


def make_smaller(path: Path, constants: dict[str, str]) -> None:
    """Give constants of a script other values. Each must be assigned once, at the top level."""
    lines = path.read_text("utf-8").splitlines()
    found = {}
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            found[ast.unparse(target).strip("()")] = node
    assert constants.keys() <= found.keys(), f"{path.name} has no {sorted(constants.keys() - found.keys())} any more"
    for name, value in sorted(constants.items(), key=lambda item: -found[item[0]].lineno):
        node = found[name]
        lines[node.lineno - 1 : node.end_lineno] = [f"{name} = {value}"]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def run(checkout: Path, *words: str) -> None:
    environment = os.environ | {"PYTHONPATH": str(checkout), "PATH": f"{os.environ['PATH']}:/usr/games"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *words], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{' '.join(words)}: {used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime:.1f} s of processors")
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("name", list(programs()))
def test_a_script_runs(name: str, checkout: Path, request: pytest.FixtureRequest) -> None:
    assert name in SCRIPTS, f"{name} has no row in SCRIPTS: add one with its smallest arguments"
    row = SCRIPTS[name]
    make_smaller(checkout / name, row.constants)
    arguments = row.arguments
    if name == "docs/picture.py":
        run(checkout, "-m", "puzzlegen", "book", "configs/magazine.yaml", "-o", "output/small")
    if arguments == ("dask://HERE",):
        arguments = (request.getfixturevalue("scheduler"),)
    run(checkout, name, *arguments)


@pytest.fixture
def scheduler() -> Iterator[str]:
    """A dask cluster of one worker on this machine."""
    import distributed  # noqa: PLC0415  # takes a second, for one of the scripts

    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address.replace("tcp:", "dask:")


def test_no_row_is_for_a_script_that_is_gone() -> None:
    assert SCRIPTS.keys() == set(programs())
    assert all((ROOT / name).is_file() and (ROOT / PARTS.get(name, name)).is_file() for name in [*PARTS, *ELSEWHERE])
