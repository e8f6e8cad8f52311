"""Lengths. Everything inside layout and render is in PostScript points (1/72 inch)."""

from __future__ import annotations

POINTS_PER_INCH = 72.0
POINTS_PER_MM = 72.0 / 25.4


def inches(value: float) -> float:
    """Points in ``value`` inches."""
    return value * POINTS_PER_INCH


def mm(value: float) -> float:
    """Points in ``value`` millimetres."""
    return value * POINTS_PER_MM


def to_mm(points: float) -> float:
    """Millimetres in ``points``."""
    return points / POINTS_PER_MM


def to_inches(points: float) -> float:
    """Inches in ``points``."""
    return points / POINTS_PER_INCH
