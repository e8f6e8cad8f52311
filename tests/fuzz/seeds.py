"""Good inputs to begin from, for each target of targets.py."""

from __future__ import annotations

import io
import json
from pathlib import Path

from ledgers import BOOK_MANIFEST, RECORD, SETTINGS
from PIL import Image
from targets import BOOK, DAILY, WORDS

CONFIGS = Path(__file__).parents[2] / "configs"
PUZZLES = [
    "4x4:a13f3a2a2a0", "a13f3a2a2a0,m5", "3x3:d8d", "5x2:e.121.", "2x2:#1b", "4x4:nnnynnyyynnnynnn",
    "https://puzz.link/p?mines/4/4/g13l3h2h2h0", "pzprv3\nmines\n2\n2\n1 . \n. . ", '{"puzzle": "4x4:a13f3a2a2a0"}',
    ". 1 .\n1 2 *\n. 1 .", "[[1,-1],[-1,1]]", "9x9:5,5,m1b4f0a0c3", "// a comment\n\n3x1:a1a",
    "3 4 1\n1 - - -\n- - - -\n- - 1 -", "// 1 mine\n3x3:1g1", '{"rows": ["1--", "--1"], "numMines": 1.0}',
    "pzprv3\nmines\n1\n2\n1 . \n. # \nTrialData(1)\n1 . \n. . \ninfo:{\n \"metadata\": {}\n}",
    "(puzz.link/p?mines/2/2/1i).",
    "https://puzz.link/p?pzprv3/mines/1/2/1 . /. . /",
    "SAVEFILE:4:Some\nGAME    :5:Mines\nPARAMS  :5:3x4n2\nDESC    :8:1,2,u801",
    "% x\nr = 2; c = 2;\ng = array2d(1..r, 1..c, [1, _,\n _, 2]);\nmines = 1;",
    "(1 NIL 2)\n(NIL 2 1)", "[[ 1. nan]\n [nan 2.]]",
    "// d\nsize 5x3\nmines 6\n2 . ? . #\n. _ _ . #\n* . . - +", "puzzle mosaic\n9?\n_*",
]  # fmt: skip


def _pictures() -> list[bytes]:
    made = []
    for form, mode in (("PNG", "L"), ("PNG", "P"), ("PNG", "RGBA"), ("JPEG", "RGB"), ("JPEG", "L"), ("GIF", "L")):
        file = io.BytesIO()
        Image.new(mode, (3, 2), 1).save(file, form)
        made.append(file.getvalue())
    return made


def _command(*words: str) -> bytes:
    """As targets.arguments reads it."""
    return bytes(WORDS.index(word) for word in words)


MANIFEST = {
    "kind": "book", "edition": "", "claims": {"contents": ["A"]}, "counts": {"pages": 24, "rejects": None},
    "config": {
        "title": "T", "series": "s", "page": {"profile": "kdp", "trim": "6x9"}, "cover": {},
        "sections": [{"name": "One", "count": 1, "size": "5x5", "difficulty": "easy"}],
    },
    "files": {"interior.pdf": "0"}, "ledger": {"file": "../l"},
    "editions": {"a": {"manifest_sha256": "0"}},
}  # fmt: skip


SEEDS: dict[str, list[bytes]] = {
    "config": [BOOK.encode(), DAILY.encode(), *(path.read_bytes() for path in sorted(CONFIGS.glob("*.yaml")))],
    "formats": [text.encode() for text in PUZZLES],
    "sources": [*(text.encode("utf-16") for text in PUZZLES),
        b".\xa01\xa0.\n.\xa0.\xa02\n", b"\x89PNG\r\n", b"PK\3\4", b""],
    "records": [json.dumps(RECORD).encode(), b"yynn"],
    "manifests": [json.dumps(MANIFEST).encode(), json.dumps(MANIFEST | {"kind": "editions"}).encode(),
        json.dumps(BOOK_MANIFEST).encode()],
    "days": [json.dumps(RECORD | {"date": "2026-12-01", "number": 1, "address": "https://example.org/"} | more).encode()
        for more in ({}, {"solution": None, "mines": None})],
    "logos": _pictures(),
    "ledger_bytes": [b"\0\0\x12\2", b"\0\0\x3c\xff\0\x10\5\1"],
    "ledger_rows": [b"\0\1text", b"\x15\1" + json.dumps(RECORD).encode(), b"\x16\1" + json.dumps(SETTINGS).encode(),
        *(bytes([place, 1]) + b"text" for place in range(28, 43))],
    "arguments": [
        _command("solve", "4x4:a13f3a2a2a0", "--explain"), _command("convert", "a13f3a2a2a0", "--to", "puzzlink"),
        _command("generate", "--size", "4x4", "-n", "1"), _command("render", "3x1:a3a", "-o", "x.svg"),
        _command("book", "book.yaml", "-o", "out"), _command("daily", "daily.yaml", "--date", "2026-12-01"),
        _command("ledger", "list", "--ledger", "l.sqlite"), _command("doctor", "--ledger", "l.sqlite"),
        _command("ledger", "rebuild", "done", "--ledger", "l.sqlite", "--daily", "daily.yaml"),
        _command("generate", "--executor", "dask://127.0.0.1:1"), _command("book", "book.yaml", "--fresh", "-o", "out"),
        _command("preflight", "x.pdf", "--profile", "kdp"),
    ],
}  # fmt: skip
