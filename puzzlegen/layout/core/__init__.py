"""Building blocks of every layout: marks, text, grids, themes and pages."""
