"""Looks after an installation: the doctor command and rebuilding a lost ledger."""
