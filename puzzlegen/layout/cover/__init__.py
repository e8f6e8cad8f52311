"""Lays out the cover of a book: front, spine and back on one sheet."""
