"""Kernels that remove clues while the rest of the puzzle stays solvable."""
