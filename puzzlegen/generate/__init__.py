"""Making puzzles: placing mines, thinning clues, retrying within a budget."""
