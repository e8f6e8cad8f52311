"""Choosing among finished puzzles: order within a section, no repeats."""
