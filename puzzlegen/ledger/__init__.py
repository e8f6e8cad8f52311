"""The ledger: an SQLite file of every puzzle that was printed, so that none repeats."""
