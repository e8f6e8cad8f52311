"""Works on single puzzles from any source: solve, explain, grade, render, play page."""
