"""Marks to files: PDF, PNG, SVG. No decisions in here."""
