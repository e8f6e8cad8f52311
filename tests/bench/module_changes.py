"""Count how often a build of a small book calls from one module of the package into another.

python tests/bench/module_changes.py [CONFIG]

Records that are handed down and asked again show as pairs of modules with many calls. Worker processes and threads are
not counted, so the book is built with one job.
"""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from puzzlegen.cli.app import main

BOOK = """
title: Twelve
series: twelve 1
page: {profile: screen}
sections: [{name: Puzzles, count: 12, size: 10x10, difficulty: easy}]
"""
ROOT = Path(__file__).parents[2]
PACKAGE = str(ROOT / "puzzlegen")
PAIRS = 20  # that are printed


def counted(words: list[str]) -> Counter[tuple[str, str]]:
    """Run a command, and count its calls between modules of the package by caller and callee."""
    counts: Counter[tuple[str, str]] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_back is None:
            return
        there, here = frame.f_back.f_code.co_filename, frame.f_code.co_filename
        if here != there and here.startswith(PACKAGE) and there.startswith(PACKAGE):
            counts[there, here] += 1

    sys.argv = ["puzzlegen", *words]
    sys.setprofile(note)
    try:
        main()
    except SystemExit as leave:
        if leave.code:
            raise
    finally:
        sys.setprofile(None)
    return counts


def module(path: str) -> str:
    return Path(path).relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removeprefix("puzzlegen.")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        config = sys.argv[1] if len(sys.argv) > 1 else f"{folder}/book.yaml"
        Path(folder, "book.yaml").write_text(BOOK, encoding="utf-8")
        counts = counted(["book", config, "-o", f"{folder}/book", "--jobs", "1", "--quiet"])
    for (there, here), count in counts.most_common(PAIRS):
        print(f"{count:8,}  {module(there)} to {module(here)}")
    print(f"{counts.total():8,}  calls between modules")
