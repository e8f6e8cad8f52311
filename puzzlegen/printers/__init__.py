"""Records of what printers require, and the limits and cover geometry that follow for a book."""
