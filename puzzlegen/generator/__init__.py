"""Generates puzzles and classic boards: places mines, thins clues, and repeats attempts up to a limit."""
