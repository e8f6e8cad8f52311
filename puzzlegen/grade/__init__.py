"""Grading: from trace to tier, score and difficulty name."""
