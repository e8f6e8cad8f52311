"""Turns images, drawings and texts into pictures of cells, and judges whether they can be recognized."""
