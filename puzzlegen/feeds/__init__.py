"""Feeds, calendar and archive pages of a daily series, from plain records."""
