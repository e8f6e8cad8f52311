"""How many processors there are to work on."""

import os


def cores() -> int:
    """Those this process may use: fewer than the machine has where it is held to some of them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
