"""Checks a PDF against the rules of its printer: facts of the file and its pages, and a function for each rule."""
