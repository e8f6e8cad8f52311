"""Builds a book: from a config to verified files in a folder."""
