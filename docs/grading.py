"""Measure the bands: how puzzles thinned under each cap grade, by size. Writes docs/grading.png and prints the tables.

Run with the number of puzzles a size and cap (400 took 9 minutes on one core of a 2-core machine, 2026-11-21).
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from puzzlegen.board.difficulty import DIFFICULTIES, EXPERT_EFFORT, Grade
from puzzlegen.board.grid import Grid
from puzzlegen.generator.attempts import attempt
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.grade import grade
from puzzlegen.solver.tiers import run

SIDES = (6, 8, 10, 12, 15, 20)
TONES = {"easy": "#9ecae1", "medium": "#4a90c2", "hard": "#1f5a94", "expert": "#b5483a"}


def sample(side: int, cap: int, count: int) -> list[Grade]:
    """Grades of ``count`` puzzles thinned under a cap, whatever they turn out to be."""
    request = PuzzleRequest(Grid(side, side), "sample", cap)
    return [grade(run(attempt(request, f"grading/{side}/{cap}/{number}")[0], cap)) for number in range(count)]


def main(count: int) -> None:
    """Sample, print the tables, draw the plot."""
    found = {(side, cap): sample(side, cap, count) for side in SIDES for cap in (1, 2, 3)}
    print("| size | cap | easy | medium | hard | expert |\n|---|---|---|---|---|---|")
    for (side, cap), grades in found.items():
        shares = [sum(g.difficulty == name for g in grades) / len(grades) for name in DIFFICULTIES]
        print(f"| {side}x{side} | {cap} |" + "".join(f" {share:.1%} |" for share in shares))
    print("\n| size | easy | medium | hard | expert |\n|---|---|---|---|---|")
    for side in SIDES:
        tries = []
        for name, band in DIFFICULTIES.items():
            hits = sum(g.difficulty == name for g in found[side, band.cap])
            tries.append(f"{len(found[side, band.cap]) / hits:.1f}" if hits else f"over {count}")
        print(f"| {side}x{side} | " + " | ".join(tries) + " |")
    draw(found)


def draw(found: dict[tuple[int, int], list[Grade]]) -> None:
    """One panel a size: score a side of the board, by difficulty."""
    mpl.rcParams["font.family"] = "DejaVu Sans"
    figure, panels = plt.subplots(2, 3, figsize=(11, 6), sharex=True, layout="constrained")
    edges = np.linspace(0, 16, 49)
    for side, panel in zip(SIDES, panels.flat, strict=True):
        grades = [g for cap in (1, 2, 3) for g in found[side, cap]]
        for name, tone in TONES.items():
            scores = [g.score / side for g in grades if g.difficulty == name]
            panel.hist(scores, edges, color=tone, alpha=0.85, label=name)
        panel.axvline(EXPERT_EFFORT, color="#888888", linewidth=1, linestyle=":")
        panel.set_title(f"{side}x{side}", fontsize=11)
        panel.set_yticks([])
        for spine in ("top", "right", "left"):
            panel.spines[spine].set_visible(False)
    panels[0, 0].legend(frameon=False, fontsize=9)
    figure.supxlabel("score divided by the side of the board", fontsize=10)
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=110, metadata={"Software": None})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
