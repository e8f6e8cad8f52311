"""Text in, Puzzle out: one module an interchange format."""
