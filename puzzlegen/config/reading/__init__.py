"""Reads YAML into checked values: nodes with positions, field types, validation, error wording."""
