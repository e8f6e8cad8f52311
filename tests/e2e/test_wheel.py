"""The wheel makes a book in a new environment with only its dependencies, outside of the source tree."""

from pathlib import Path

from installed_wheel import install_wheel, pip_of, run
from small_book import write_config

# 201 MB of files on 2026-11-26. In blocks of 4 kB, with puzzlegen itself, pip and setuptools, a new environment of
# Python 3.11 then takes 248 MB of disk, of 255 that are allowed.
MAX_MB = 207


def test_the_wheel_makes_a_book(tmp_path: Path) -> None:
    programs, packages = install_wheel(tmp_path)
    assert "numba" not in packages
    assert "pytest" not in packages
    sizes = {
        name: sum(path.stat().st_size for file in package.files or () if (path := Path(str(file.locate()))).is_file())
        for name, package in packages.items()
    }
    assert sum(sizes.values()) < MAX_MB * 1e6, sorted(sizes.items(), key=lambda one: -one[1])[:20]
    checked = run(tmp_path, *pip_of(programs), "check")
    assert checked.returncode == 0, checked.stdout
    where = run(tmp_path, programs / "python", "-c", "import puzzlegen.engine as it; print(it.__file__)").stdout.strip()
    assert str(tmp_path) in where
    done = run(tmp_path, programs / "puzzlegen", "book", write_config(tmp_path), "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "interpreted" not in done.stderr
    assert (tmp_path / "out" / "interior.pdf").stat().st_size > 10_000
    assert (Path(where).parents[1] / "py.typed").exists()
    for words in (("studio", "--help"), ("doctor",)):
        assert run(tmp_path, programs / "puzzlegen", *words).returncode == 0
