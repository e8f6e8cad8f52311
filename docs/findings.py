"""Write docs/findings.md, the reference of all codes of findings, from their table.

python docs/findings.py
"""

from pathlib import Path

from puzzlegen.checking.findings import FINDING_TYPES, KINDS, FindingType, remedy_text


def findings_page() -> str:
    """Return docs/findings.md."""
    lines = [
        "# Findings",
        "",
        "`puzzlegen verify` and `puzzlegen preflight` report problems by code. Codes never change their meaning.",
        "An error fails the command; a warning does not. This page is made from the table in",
        "`puzzlegen/checking/findings.py` by `make docs`.",
    ]
    for letter, title in KINDS.items():
        lines += ["", f"## {title}", "", "| code | severity | meaning | remedy |", "|---|---|---|---|"]
        lines += [
            f"| {code} | {row.severity} | {row.meaning} | {remedy_text(row.remedy)}{_for_daily(row)} |"
            for code, row in FINDING_TYPES.items()
            if code.startswith(letter)
        ]
    return "\n".join(lines) + "\n"


def _for_daily(row: FindingType) -> str:
    """Return the remedy for dailies, where it is another."""
    return f" In a daily: {remedy_text(row.daily)}" if row.daily else ""


if __name__ == "__main__":
    Path(__file__).with_suffix(".md").write_text(findings_page(), encoding="utf-8", newline="\n")
