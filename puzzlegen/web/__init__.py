"""A series on the web as text: feeds, a calendar, pages of an archive. Plain records in, nothing is read or drawn."""
