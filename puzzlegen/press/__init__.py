"""What printers ask of a book: their figures as records, and what follows from them for one book."""
