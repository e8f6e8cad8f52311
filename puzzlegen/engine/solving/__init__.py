"""Kernels that solve: clue rules, propagation, rounds, and the classic game."""
