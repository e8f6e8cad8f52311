"""Runs work in parallel with ordered results; progress reports and the run log."""
