"""Checks finished files: proves puzzles and answers from the printed pages, and applies printer rules."""
