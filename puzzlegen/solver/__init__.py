"""Solves puzzles by deductions of tiers 1 to 4, explains the deductions, and counts solutions independently of them."""
