"""Typed configs of books, dailies, printers and themes, with errors that name file, line and column."""
