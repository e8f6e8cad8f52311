"""The wheel makes a book in a new environment with only its dependencies, outside of the source tree."""

import subprocess
import sys
import venv
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from small_book import write_config

ROOT = Path(__file__).parents[2]


def run(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def asked_for(package: Distribution) -> dict[str, Distribution]:
    """What a package needs and what that needs in turn, by name; all of it is installed where the tests run."""
    found: dict[tuple[str, str], Distribution] = {}
    todo = [(package, "")]
    while todo:
        one, extra = todo.pop()
        for need in map(Requirement, one.requires or ()):
            if need.marker and not need.marker.evaluate({"extra": extra}):
                continue
            for more in {(canonicalize_name(need.name), chosen) for chosen in ("", *need.extras)} - found.keys():
                found[more] = distribution(more[0])
                todo.append((found[more], more[1]))
    return {name: found[name, extra] for name, extra in found}


def lend_packages(packages: dict[str, Distribution], site: Path) -> None:
    """Link the packages into an environment: fetching them again takes long, and hangs on the network."""
    for package in packages.values():
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(package.locate_file(top))).resolve())


def test_the_wheel_makes_a_book(tmp_path: Path) -> None:
    built = run(tmp_path, sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=False)
    programs = tmp_path / "empty" / "bin"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    installed = run(tmp_path, *pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert installed.returncode == 0, installed.stderr
    (site,) = (tmp_path / "empty" / "lib").glob("python3*/site-packages")
    (about,) = site.glob("puzzlegen-*.dist-info")
    packages = asked_for(PathDistribution(about))
    assert "numba" in packages
    assert "pytest" not in packages
    lend_packages(packages, site)
    checked = run(tmp_path, *pip, "check")
    assert checked.returncode == 0, checked.stdout
    where = run(tmp_path, programs / "python", "-c", "import puzzlegen.engine as it; print(it.__file__)").stdout.strip()
    assert str(tmp_path) in where
    done = run(tmp_path, programs / "puzzlegen", "book", write_config(tmp_path), "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "First use" not in done.stderr  # the kernels are those that this tree has compiled for these tests
    assert (tmp_path / "out" / "interior.pdf").stat().st_size > 10_000
    assert (site / "puzzlegen" / "py.typed").exists()
