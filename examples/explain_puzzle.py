"""Explain how to solve a puzzle, one step a line.

python examples/explain_puzzle.py [PUZZLE]
"""

import sys

import puzzlegen

puzzle = puzzlegen.parse(sys.argv[1] if len(sys.argv) > 1 else "4x4:a13f3a2a2a0")
for step in puzzlegen.explain(puzzle):
    print(step)
