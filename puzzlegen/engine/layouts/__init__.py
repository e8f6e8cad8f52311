"""Kernels for puzzles whose clues stand in a given layout: the search for mines, and rules on where clues may go."""
