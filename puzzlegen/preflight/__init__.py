"""Holds a finished PDF against what a printer takes, rule by rule; judges files that others made too."""
