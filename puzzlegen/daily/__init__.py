"""Issues dated puzzles: one folder a day, with feeds and an archive for the series."""
