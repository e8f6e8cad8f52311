"""Dated puzzles: issued once, drawn into a folder a day, told of in feeds and an archive."""
