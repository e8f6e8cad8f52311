"""Boards of the classic clickable game that need no guessing."""
