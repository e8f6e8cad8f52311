"""Draw a set of puzzles and their solutions as pictures for a worksheet.

python examples/worksheet_pictures.py [FOLDER]
"""

import sys
from pathlib import Path

import puzzlegen

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "worksheet")
folder.mkdir(parents=True, exist_ok=True)
for number, puzzle in enumerate(puzzlegen.generate_many(3, "9x7", difficulty="medium", seed="worksheet"), start=1):
    puzzlegen.render(puzzle, folder / f"puzzle-{number}.svg")
    puzzlegen.render(puzzle, folder / f"solution-{number}.svg", solution=True)
    print(folder / f"puzzle-{number}.svg")
