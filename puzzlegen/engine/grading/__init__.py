"""Solves a puzzle as a person does, one step after the other, and counts the effort of finding each step."""
