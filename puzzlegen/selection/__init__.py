"""Chooses among finished puzzles: no repeats, best of several candidates, printing order."""
