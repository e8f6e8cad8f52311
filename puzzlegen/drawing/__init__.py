"""Draws laid-out pages to PDF, PNG, GIF, SVG and HTML files, and reads fonts for them."""
