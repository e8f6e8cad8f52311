"""The wheel makes a book in a new environment with only its dependencies, outside of the source tree."""

from pathlib import Path

from installed_wheel import install_wheel, pip_of, run
from small_book import write_config


def test_the_wheel_makes_a_book(tmp_path: Path) -> None:
    programs, packages = install_wheel(tmp_path)
    assert "numba" in packages
    assert "pytest" not in packages
    checked = run(tmp_path, *pip_of(programs), "check")
    assert checked.returncode == 0, checked.stdout
    where = run(tmp_path, programs / "python", "-c", "import puzzlegen.engine as it; print(it.__file__)").stdout.strip()
    assert str(tmp_path) in where
    done = run(tmp_path, programs / "puzzlegen", "book", write_config(tmp_path), "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "First use" not in done.stderr  # the kernels are those that this tree has compiled for these tests
    assert (tmp_path / "out" / "interior.pdf").stat().st_size > 10_000
    assert (Path(where).parents[1] / "py.typed").exists()
