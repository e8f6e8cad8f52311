"""Reads YAML with places into checked values: field types with their messages, dates, ISBN, edits. Knows no book."""
