"""Kernels that rate puzzles part by part, and climb from a puzzle to better ones by small changes."""
