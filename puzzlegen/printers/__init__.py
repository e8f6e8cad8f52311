"""What printers require: their figures as records, and the profile and cover geometry of one book."""
