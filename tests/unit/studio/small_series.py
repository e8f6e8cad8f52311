"""The config of a daily with small boards, and the date that counts as today."""

from collections.abc import Callable
from datetime import date

from reports import Reports

TODAY = date(2026, 12, 10)
SERIES = """
title: Quiet
series: quiet in tests
address: https://quiet.example/
start: 2026-12-01
skip: [2026-12-04]
week:
  monday: {size: 5x4, difficulty: easy}
  tuesday: {size: 4x5, difficulty: easy}
  wednesday: {size: 5x5, difficulty: easy}
  thursday: {size: 5x4, difficulty: easy}
  friday: {size: 5x4, difficulty: easy}
  saturday: none
  sunday: {size: 6x5, difficulty: easy}
"""

Runs = Callable[..., Reports]
