"""What is true: grids, puzzles, deductions and their symmetries."""
