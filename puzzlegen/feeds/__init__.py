"""Feeds, calendar and archive pages of a daily series, made from plain records."""
