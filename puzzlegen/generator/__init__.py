"""Makes puzzles: places mines, thins clues, and repeats attempts within a budget."""
