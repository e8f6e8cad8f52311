"""Lays out the parts of a book: front matter, sections, answer key, back matter."""
