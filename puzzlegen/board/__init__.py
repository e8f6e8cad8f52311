"""Defines the records that all other packages share: grids, variants, puzzles, deductions, grades and symmetries."""
