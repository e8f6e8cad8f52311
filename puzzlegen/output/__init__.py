"""Writes files safely: atomic replacement, build folders, path guards."""
