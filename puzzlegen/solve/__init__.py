"""Solving: the tiers as traces of deductions, and an independent second opinion."""
