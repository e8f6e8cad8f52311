"""Boards of the clickable game that need no guessing."""
