"""Installs the wheel of this tree into a separate environment with only its requirements."""

import subprocess
import sys
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def run(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False)


def pip_of(programs: Path) -> tuple[str | Path, ...]:
    """The beginning of a command of pip for the environment with this folder of programs."""
    return sys.executable, "-m", "pip", "--python", programs / "python"


def install_wheel(folder: Path, extras: Iterable[str] = ()) -> tuple[Path, dict[str, Distribution]]:
    """Build the wheel and install it in ``folder``; return its programs, and the packages that it needs."""
    built = run(folder, sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    venv.create(folder / "environment", with_pip=False)
    programs = folder / "environment" / "bin"
    installed = run(folder, *pip_of(programs), "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert installed.returncode == 0, installed.stderr
    (site,) = (folder / "environment" / "lib").glob("python3*/site-packages")
    (about,) = site.glob("puzzlegen-*.dist-info")
    packages = _asked_for(PathDistribution(about), extras)
    _lend_packages(packages, site)
    return programs, packages


def _asked_for(package: Distribution, extras: Iterable[str]) -> dict[str, Distribution]:
    """What a package needs and what that needs in turn, by name; all of it is installed where the tests run."""
    found: dict[tuple[str, str], Distribution] = {}
    todo = [(package, extra) for extra in ("", *extras)]
    while todo:
        one, extra = todo.pop()
        for need in map(Requirement, one.requires or ()):
            if need.marker and not need.marker.evaluate({"extra": extra}):
                continue
            for more in {(canonicalize_name(need.name), chosen) for chosen in ("", *need.extras)} - found.keys():
                found[more] = distribution(more[0])
                todo.append((found[more], more[1]))
    return {name: found[name, extra] for name, extra in found}


def _lend_packages(packages: dict[str, Distribution], site: Path) -> None:
    """Link the packages into an environment: fetching them again takes long, and hangs on the network."""
    for package in packages.values():
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(package.locate_file(top))).resolve())
