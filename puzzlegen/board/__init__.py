"""Grids, variants, puzzles, deductions and symmetries: the records that every other package shares."""
