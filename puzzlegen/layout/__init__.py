"""Pure arithmetic in points: from puzzles and a page to absolute marks."""
