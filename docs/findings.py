"""Write docs/findings.md, the reference of all codes of findings, from their table.

python docs/findings.py
"""

from pathlib import Path

from puzzlegen.checking.findings import findings_page

if __name__ == "__main__":
    Path(__file__).with_suffix(".md").write_text(findings_page(), encoding="utf-8", newline="\n")
