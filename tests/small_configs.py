"""Configs of a small book and of a daily, for tests of the studio."""

TINY = """
title: Tiny
series: tiny
page: {profile: home-letter}
sections:
  - {name: One, count: 2, size: 6x5, difficulty: easy, per_page: 2}
"""
QUIET = "title: Quiet\nseries: quiet\naddress: https://quiet.example/\nstart: 2026-01-05\n"
