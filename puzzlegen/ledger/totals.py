"""Reveals damage of a ledger that SQLite does not notice, by totals of its rows.

SQLite has no checksums: a changed byte in a text, or rows lost with a page, pass unnoticed. The table ``totals`` has
the number of rows and the sum of the rows' digests of each other table. Temporary triggers of every connection that
writes keep it up to date, so no statement can forget it, and a file changed by other programs no longer agrees with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from hashlib import blake2b

TABLE = "totals"
_BYTES = 8  # of a digest: by chance, one change in 2**64 keeps the sum
_CHANGES = {"INSERT": (("+", "NEW"),), "DELETE": (("-", "OLD"),), "UPDATE": (("-", "OLD"), ("+", "NEW"))}
_TOTAL_MASK = (1 << 8 * _BYTES) - 1
Tables = Mapping[str, Mapping[str, str]]  # columns with their types, by table


def keep_totals(connection: sqlite3.Connection, tables: Tables) -> None:
    """Make every later change through this connection update the totals of its table."""
    connection.create_function("with_row", -1, _with_row, deterministic=True)
    connection.create_function("without_row", -1, _without_row, deterministic=True)
    connection.execute("PRAGMA recursive_triggers = ON")  # else INSERT OR REPLACE deletes rows without a trigger
    for table, columns in tables.items():
        if table == TABLE:
            continue
        for change, rows in _CHANGES.items():
            steps = [
                f"UPDATE {TABLE} SET rows = rows {sign} 1, "
                f"digest = {'with_row' if sign == '+' else 'without_row'}(digest, "
                f"{', '.join(f'{row}.{column}' for column in columns)}) WHERE name = '{table}';"
                for sign, row in rows
            ]
            connection.execute(
                f"CREATE TEMP TRIGGER {table}_{change} AFTER {change} ON main.{table} BEGIN {' '.join(steps)} END"
            )


def write_totals(connection: sqlite3.Connection, tables: Tables) -> None:
    """Count the totals of all tables anew, for a file that has none yet."""
    for table, columns in tables.items():
        if table != TABLE:
            connection.execute(f"INSERT INTO {TABLE} VALUES (?, ?, ?)", (table, *_count(connection, table, columns)))


def wrong_total(connection: sqlite3.Connection, tables: Tables) -> str:
    """Read all rows; return what is wrong with the first table that does not agree with its total, or an empty text."""
    known = {name: (rows, digest) for name, rows, digest in connection.execute(f"SELECT * FROM {TABLE}")}
    for table, columns in tables.items():
        if table != TABLE and _count(connection, table, columns) != known.pop(table, None):
            return f"rows of table {table} are lost or changed"
    return f"table {TABLE} has wrong rows" if known else ""


def _count(connection: sqlite3.Connection, table: str, columns: Mapping[str, str]) -> tuple[int, bytes]:
    total = rows = 0
    for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED"):
        total += _number(row)
        rows += 1
    return rows, _bytes(total)


def _with_row(digest: bytes, *row: object) -> bytes:
    return _bytes(int.from_bytes(digest, "little") + _number(row))


def _without_row(digest: bytes, *row: object) -> bytes:
    return _bytes(int.from_bytes(digest, "little") - _number(row))


def _bytes(total: int) -> bytes:
    return (total & _TOTAL_MASK).to_bytes(_BYTES, "little")


def _number(row: tuple[object, ...]) -> int:
    """Return the digest of a row as a number. ``ascii`` distinguishes types and is the same on every Python."""
    return int.from_bytes(blake2b(ascii(row).encode(), digest_size=_BYTES).digest(), "little")
