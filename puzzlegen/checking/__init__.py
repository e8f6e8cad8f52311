"""Checks finished files: proves puzzles and answers from the printed pages, and applies the rules of printers."""
