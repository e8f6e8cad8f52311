"""Print today's puzzle as text for a plain mail, with the answer at the end.

python examples/daily_email.py [SEED]
"""

import sys

import puzzlegen

seed = sys.argv[1] if len(sys.argv) > 1 else "example"
puzzle = puzzlegen.generate("8x6", difficulty="easy", seed=seed)
print(f"Minesweeper, {puzzlegen.grade(puzzle).difficulty}")
print(puzzlegen.write(puzzle, "text"))
print("Answer (y is a mine):", puzzlegen.solve(puzzle).line)
