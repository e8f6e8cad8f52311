"""Typed configs of books, dailies, printers and themes; errors name file, line and column."""
