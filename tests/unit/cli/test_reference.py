"""docs/cli.md must be what the help texts say."""

import runpy
import subprocess
import sys
from pathlib import Path

from puzzlegen.cli.app import COMMANDS

DOCS = Path(__file__).parents[3] / "docs"


def test_the_reference_is_up_to_date() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert page == runpy.run_path(str(DOCS / "cli.py"))["cli_page"](), "run: make docs"


def test_help_imports_nothing_heavy() -> None:
    heavy = "numpy numba clingo pydantic yaml reportlab PIL babel starlette uvicorn jinja2 ruamel"
    code = (
        f"import sys; sys.argv = ['puzzlegen', '--help']; from puzzlegen.cli.app import main\n"
        f"try:\n    main()\nfinally:\n    print([name for name in {heavy!r}.split() if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def imported_by(words: list[str]) -> set[str]:
    """Return the modules of puzzlegen that a command imports."""
    code = (
        f"import sys; sys.argv = ['puzzlegen', *{words!r}]; from puzzlegen.cli.app import main\n"
        f"try:\n    main()\nfinally:\n    print(*(name for name in sys.modules if name.startswith('puzzlegen.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_a_command_imports_no_other_command() -> None:
    others = {f"puzzlegen.cli.{module}" for module in COMMANDS.values()}
    assert imported_by(["solve", "3x1:a2a"]) & others == {"puzzlegen.cli.solve"}
    assert imported_by(["--version"]) >= others
