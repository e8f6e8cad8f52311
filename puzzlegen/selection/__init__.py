"""Selects among finished puzzles: finds repeats, chooses the best of several candidates, and orders them for print."""
