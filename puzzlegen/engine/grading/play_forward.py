"""Supposes a value of one cell and plays single clues forward in waves, as a person does in mind (tier 3)."""

from __future__ import annotations

from puzzlegen.engine.kernels import subroutine
from puzzlegen.engine.solving.clue_rules import BROKEN_TOTAL, MINE, SAFE, UNKNOWN, total_verdict
from puzzlegen.engine.solving.probing import empty_queue, rewind, suppose


@subroutine
def play_wave(first, last, position):
    """Let the clues ``queue[first : last]`` decide their cells. Returns whether a clue breaks."""
    start, stop, links, known = position.start, position.stop, position.links, position.known
    broken = False
    for i in range(first, last):
        c = position.queue[i]
        position.queued[c] = 0
        if position.open_[c] == 0:
            continue
        value = SAFE if position.need[c] == 0 else MINE
        for k in range(start[c], stop[c]):
            if known[links[k]] == UNKNOWN and not broken:
                broken = suppose(links[k], value, position)
    return broken


@subroutine
def waves_to_clash(x, value, most, position):
    """Suppose a value of cell ``x`` and play up to ``most`` waves. Returns (whether a clue breaks, waves played).

    A wave applies all clues that decide cells in the position after the wave before. So the number of waves does not
    depend on the order of the clues. The printed total makes a wave where no clue decides a cell. All is taken back.
    """
    queue = position.queue
    broken = suppose(x, value, position)
    waves = 0
    first = 1
    while not broken and waves < most:
        last = int(queue[0]) + 1
        decided = position.trail[0]
        if first < last:
            broken = play_wave(first, last, position)
            first = last
        else:
            verdict = total_verdict(position.left)
            broken = verdict == BROKEN_TOTAL
            if verdict == UNKNOWN:
                break
            for y in range(position.known.size):
                if position.known[y] == UNKNOWN and not broken:
                    broken = suppose(y, verdict, position)
        waves += position.trail[0] > decided  # not if the queued clues have no unknown cell left
    empty_queue(queue, position.queued)
    rewind(position)
    return broken, waves
