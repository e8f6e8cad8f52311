import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
from benchmark_page import write_section  # benchmarks are scripts, not a package

SECTION = ["## Speed", "", "Some words.", "", "| | ms | ratio |", "|---|---|---|", "| ours | {} | 2 |", ""]


def test_a_run_replaces_its_section_and_adds_to_the_history(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    for figure in ("7", "5"):
        write_section(page, [line.format(figure) for line in SECTION], keep="ours")
    write_section(page, ["## Other", "", "| | s |", "|---|---|", "| whole | 3 |"], keep="whole")
    text = page.read_text()
    sections, _, history = text.partition("## History")
    assert sections.count("## Speed") == 1 and "| ours | 5 | 2 |" in sections and "| ours | 7" not in sections
    assert sections.index("## Speed") < sections.index("## Other")
    rows = [row for row in history.splitlines() if row.startswith("| 2")]
    assert [row.split(" | ")[1] for row in rows] == ["Speed", "Speed", "Other"]
    assert "ms: 7, ratio: 2" in rows[0] and "ms: 5, ratio: 2" in rows[1] and "s: 3" in rows[2]
