"""Which code a digest covers."""

import subprocess
import sys

from puzzlegen.jobs import code_version

WRITERS = (
    "puzzlegen.book.edition",
    "puzzlegen.daily.day_files",
    "puzzlegen.daily.series_site",
    "puzzlegen.daily.publishing",
)


def test_code_that_draws_a_day_is_in_the_digest_of_drawing_code() -> None:
    code = f"import sys, {', '.join(WRITERS)}; print(*(name for name in sys.modules if name.startswith('puzzlegen.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    parts = {name.split(".")[1] for name in loaded}
    assert "layout" in parts
    assert parts.isdisjoint(name.removesuffix(".py") for name in code_version._NO_FILES), parts
