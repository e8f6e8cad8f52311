"""The ledger: which puzzle was printed where, so that no reader meets one twice."""
