"""Turns puzzles and texts into pages of absolutely positioned marks, for drawing to obey."""
