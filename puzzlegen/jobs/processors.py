"""Counts processors. It imports little, because every command shows the number in its help."""

from __future__ import annotations

import os


def available_cpus() -> int:
    """Count the processors this process may use, which may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
