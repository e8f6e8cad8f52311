"""Lays out the pages of a book: parts in reading order, page numbers, puzzles, answers and hints."""
