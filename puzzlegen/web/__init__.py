"""Pages, feeds, calendar and archive for browsers, made from plain records and templates."""
