"""Draws laid-out pages to files: PDF, PNG, GIF, SVG and HTML."""
