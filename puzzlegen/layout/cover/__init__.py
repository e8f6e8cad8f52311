"""Lays out pictures of one puzzle for screens, in pixels."""
