"""Lays out the wrap-around cover."""
