"""Converts lengths. Layout and drawing use PostScript points (1/72 inch) throughout."""

from __future__ import annotations

POINTS_PER_INCH = 72.0
POINTS_PER_MM = 72.0 / 25.4


def inches(value: float) -> float:
    """Convert inches to points."""
    return value * POINTS_PER_INCH


def mm(value: float) -> float:
    """Convert millimeters to points."""
    return value * POINTS_PER_MM


def to_mm(points: float) -> float:
    """Convert points to millimeters."""
    return points / POINTS_PER_MM


def to_inches(points: float) -> float:
    """Convert points to inches."""
    return points / POINTS_PER_INCH
