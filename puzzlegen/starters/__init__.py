"""Writes the first config of a book or daily, with a comment on each key."""
