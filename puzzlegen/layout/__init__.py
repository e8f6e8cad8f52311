"""Lays out pages: from puzzles and page sizes to absolute marks, in points or pixels."""
