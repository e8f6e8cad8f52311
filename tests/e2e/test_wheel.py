"""The wheel, installed into an empty environment away from the source tree, makes a book."""

import subprocess
import sys
import venv
from pathlib import Path

from small_book import write_config

ROOT = Path(__file__).parents[2]


def run(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False)


def test_the_wheel_makes_a_book(tmp_path: Path) -> None:
    built = run(tmp_path, sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    installed = run(tmp_path, programs / "python", "-m", "pip", "install", "--quiet", wheel)
    assert installed.returncode == 0, installed.stderr
    where = run(tmp_path, programs / "python", "-c", "import puzzlegen; print(puzzlegen.__file__)")
    assert str(tmp_path) in where.stdout
    done = run(tmp_path, programs / "puzzlegen", "book", write_config(tmp_path), "-o", "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "interior.pdf").stat().st_size > 10_000
