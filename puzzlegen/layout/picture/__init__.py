"""Lays out single puzzles as pictures: puzzle, thumbnail, link card, solution steps."""
