"""Re-reads what was written and proves it right."""
