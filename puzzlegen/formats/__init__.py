"""Text formats of puzzles: one module a format, and a registry that detects them."""
