"""Solves puzzles: tiers 1 to 4 as traces of deductions, and an independent exact solver."""
