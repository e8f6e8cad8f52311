"""Compiles the kernels when the package is built: hatchling calls this for a wheel and for an editable installation.

``python hatch_build.py`` prints what the compiler needs, one requirement a line, for the environment in which make
compiles.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# "none": the package is built without a library. "all": with those of all platforms. Otherwise: with this machine's.
VARIABLE = "PUZZLEGEN_LIBRARIES"
NEWEST_PYTHON = (3, 14)  # that the release of numba in the extra "jit" supports
MACHINES = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64")}  # of its wheels
ROOT = Path(__file__).parent
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
(OLDEST_PYTHON,) = re.findall(r'^requires-python = ">=([\d.]+)"', PROJECT, re.MULTILINE)
if sys.version_info < tuple(map(int, OLDEST_PYTHON.split("."))):  # with constraints, pip says that releases conflict
    sys.exit(f"puzzlegen needs Python {OLDEST_PYTHON} or newer, and this is Python {platform.python_version()}")


def has_compiler() -> bool:
    """Return whether numba has a release for this Python and this machine."""
    glibc = sys.platform != "linux" or platform.libc_ver()[0] == "glibc"
    return sys.version_info[:2] <= NEWEST_PYTHON and (sys.platform, platform.machine()) in MACHINES and glibc


def requirements() -> list[str]:
    """Return what the compiler needs: the extra "jit", a linker where there is none, and for all platforms "wheel"."""
    if not has_compiler():
        return []
    import tomllib  # noqa: PLC0415  # which an older Python, refused above, does not have

    project = tomllib.loads(PROJECT)["project"]
    extras = project["optional-dependencies"]
    numpy = [one for one in project["dependencies"] if one.startswith("numpy")]
    has_linker = sys.platform == "linux" and any(map(shutil.which, ("ld", "ld.lld")))
    linker = [] if has_linker else [one for one in extras["wheel"] if one.startswith("ziglang")]
    return [*extras["jit"], *numpy, *(extras["wheel"] if os.environ.get(VARIABLE) == "all" else linker)]


class KernelHook(BuildHookInterface[Any]):
    """Adds the compiled kernels to the wheel."""

    def dependencies(self) -> list[str]:
        """See BuildHookInterface."""
        return [] if os.environ.get(VARIABLE) == "none" else requirements()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's interface
        """Compile what is missing. Without a compiler for this machine, the package is built without a library."""
        wish = os.environ.get(VARIABLE)
        if wish == "none":
            return
        if not has_compiler():
            why = f"Python {platform.python_version()} on {sys.platform} {platform.machine()}"
            print(f"puzzlegen is built without compiled kernels: numba has no release for {why}", file=sys.stderr)
            return
        command = [sys.executable, "-m", "puzzlegen.engine.kernel_build", "puzzlegen/engine/built"]
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        environment = os.environ | {"PYTHONPATH": path}
        subprocess.run([*command, *([wish] if wish else [])], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    print(*requirements(), sep="\n")
