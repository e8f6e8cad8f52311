"""The table of all kinds of damage."""

from __future__ import annotations

import daily_kinds
from kinds import by_name

KINDS = list(by_name(daily_kinds.KINDS).values())
