"""Runs work for a project in a process beside the server; the work can be stopped, and its reports are kept."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal

from puzzlegen.errors import Interrupted, PuzzlegenError
from puzzlegen.jobs.progress import Notify, Progress
from puzzlegen.studio.held_interrupts import accept_interrupts, start_without_interrupts
from puzzlegen.studio.projects import Project

# none: nothing was built; finished: there is a book, but this run of the studio has not checked it
State = Literal["none", "finished", "running", "verified", "rejected", "refused", "stopped"]

MAX_LINES = 500  # of messages that are kept
STOPPED = "stopped; build again to continue with the puzzles that are finished"
STOP_SECONDS = 20.0  # after a request to stop, before the process is killed; finished puzzles are kept either way


@dataclass(slots=True)
class WorkReport:
    """The report of work. ``seconds`` is the time left of the stage, None if unknown.

    ``findings`` are the problems that the check of the finished book found, as in manifest.json. ``ended`` is the time
    of the end in seconds since 1970, 0 while the work runs, or if there was none.
    """

    state: State = "running"
    stage: str = ""
    note: str = ""
    done: int = 0
    total: int | None = None
    seconds: float | None = None
    lines: list[str] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    summary: str = ""
    ended: float = 0.0


class WorkProcess:
    """Work for a project in a process, such as one run of ``puzzlegen book``. ``report`` may be read at any time.

    ``target`` is called with the folder of the project, the arguments, and the connection for its reports.
    """

    def __init__(self, project: Project, target: Callable[..., None], *arguments: object) -> None:
        self._report = WorkReport()
        self._lock = threading.Lock()
        context = get_context("spawn")
        receiving, sending = context.Pipe(duplex=False)
        given = (project.folder, *arguments, sending)
        self._process: BaseProcess = context.Process(target=target, args=given, name=f"work for {project.name}")
        self._stage_began: tuple[float, int] | None = None
        self._began = False
        start_without_interrupts(self._process)
        sending.close()
        self._reader = threading.Thread(target=self._read, args=(receiving,), daemon=True)
        self._reader.start()

    def report(self) -> dict[str, Any]:
        """Return the present report, for JSON."""
        with self._lock:
            return asdict(self._report)

    @property
    def is_running(self) -> bool:
        """Whether the work has not ended."""
        return self._report.state == "running"

    def stop(self) -> None:
        """Stop the work as Ctrl-C does. Finished puzzles are kept, and the next run continues with them."""
        if self._process.is_alive() and self._process.pid is not None:
            if not self._began:  # it is still importing, and would print a traceback when interrupted
                self._process.terminate()
                return
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGINT)
            timer = threading.Timer(STOP_SECONDS, self._kill)
            timer.daemon = True  # the studio need not wait for it at its end
            timer.start()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end of the work."""
        self._reader.join(seconds)

    def _kill(self) -> None:
        if self._process.is_alive():
            self._process.kill()

    def _read(self, receiving: Connection) -> None:
        """Receive the reports of the process until it ends; runs in a thread."""
        with suppress(EOFError, OSError):
            while True:
                kind, values = receiving.recv()
                self._began = True
                with self._lock:
                    getattr(self, f"_take_{kind}")(*values)
        self._process.join()
        with self._lock:
            if self._report.state == "running":
                self._take_end("stopped", STOPPED, [])

    def _take_start(self, stage: str, total: int | None, done: int) -> None:
        report = self._report
        report.stage, report.total, report.done, report.note, report.seconds = stage, total, done, "", None
        self._stage_began = None

    def _take_advance(self, steps: int) -> None:
        report, now = self._report, time.monotonic()
        report.done += steps
        if self._stage_began is None:
            self._stage_began = now, report.done
        began, first = self._stage_began
        if report.total and report.done > first:
            report.seconds = round((now - began) / (report.done - first) * max(0, report.total - report.done), 1)

    def _take_note(self, text: str) -> None:
        self._report.note = text

    def _take_line(self, text: str) -> None:
        self._report.lines.append(text)
        del self._report.lines[:-MAX_LINES]

    def _take_end(self, state: State, summary: str, findings: list[dict[str, Any]]) -> None:
        self._report.state, self._report.summary, self._report.findings = state, summary, findings
        self._report.ended = time.time()


class _SentProgress:
    """A Progress (see jobs.progress) that sends everything to the server."""

    def __init__(self, send: Callable[[str, tuple[Any, ...]], None]) -> None:
        self._send = send

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Begin a stage."""
        self._send("start", (stage, total, done))

    def advance(self, steps: int = 1) -> None:
        """Report steps done."""
        self._send("advance", (steps,))

    def note(self, text: str) -> None:
        """Show what the stage works on now."""
        self._send("note", (text,))


Outcome = tuple[State, str, list[dict[str, Any]]]  # the state at the end, a summary in one line, and findings
Work = Callable[[Progress, Notify], Outcome]


def run_and_report(folder: Path, work: Work, sending: Connection) -> None:
    """Do work in this process, in the folder of a project, and send the server all that the work reports."""
    os.chdir(folder)
    if os.name == "posix":
        os.setpgrp()  # Ctrl-C in the terminal of the studio stops the server, which then stops the work
    accept_interrupts()

    def send(kind: str, values: tuple[Any, ...]) -> None:
        with suppress(OSError):  # the server has ended: the work will end by itself
            sending.send((kind, values))

    def info(text: str) -> None:
        send("line", (text,))

    threading.Thread(target=_stop_with_server, daemon=True).start()
    send("note", ("",))
    try:
        outcome = work(_SentProgress(send), info)
    except PuzzlegenError as error:
        send("end", ("refused", str(error), []))
    except (Interrupted, KeyboardInterrupt) as stop:
        info(str(stop) or "stopped")
        send("end", ("stopped", STOPPED, []))
    else:
        send("end", outcome)
    finally:
        sending.close()


def _stop_with_server() -> None:
    """Stop this process as Ctrl-C does when the server was killed, so that its next run can take the folder."""
    server = parent_process()
    if server is not None:
        server.join()
        signal.raise_signal(signal.SIGINT)
        time.sleep(STOP_SECONDS)
        os._exit(1)
