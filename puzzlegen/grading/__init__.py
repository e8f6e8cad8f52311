"""Grades a puzzle: tier, score, difficulty and par time from its trace."""
