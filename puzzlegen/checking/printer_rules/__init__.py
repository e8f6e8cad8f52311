"""Checks a PDF against the rules of a printer (preflight)."""
