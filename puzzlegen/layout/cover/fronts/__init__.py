"""The layouts of the front of a cover, one module each."""
