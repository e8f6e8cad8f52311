"""Runs the studio: assembles its web app, opens the browser, and stops all processes at the end.

Neither a killed server nor the processes that it kills can remove the temporary files that they have begun to write. So
a server locks its folder for them, the system frees the lock of a killed one, and the next run removes folders without
a server. The program ``puzzlegen-studio`` runs it without a terminal, for a shortcut or a double click.
"""

from __future__ import annotations

import logging
import os
import shutil
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import uvicorn
from filelock import FileLock
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from puzzlegen.errors import INTERRUPTED, OutputError, PuzzlegenError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.jobs.ordered_work import Notify
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.studio import (
    bench_views,
    book_views,
    compose_views,
    daily_views,
    picture_views,
    second_views,
    solve_views,
    start_views,
)
from puzzlegen.studio.access import STOPPED_POLICY, Access, AccessControl, error_reply, page
from puzzlegen.studio.chosen import SectionNames
from puzzlegen.studio.one_studio import address_of_other, last_port, only_studio, tell_address
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.work import RunningWork
from puzzlegen.studio.workers import held_interrupts, release_interrupts

PREFIX = "puzzlegen-studio-"
_LOCK, _LOCKED = ".lock", ".locked"  # the second is written once the first is locked: without it, a start is under way
_VARIABLE = "TMPDIR"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Let this process, and those that it starts, keep temporary files in a folder, which is removed at the end.

    Raises OutputError if no folder can be made.
    """
    before, variable = tempfile.tempdir, os.environ.get(_VARIABLE)
    try:
        _remove_abandoned(Path(tempfile.gettempdir()))
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(f"temporary files cannot be written: {reason}: name a folder in {_VARIABLE}") from None
    try:
        with FileLock(folder / _LOCK):
            (folder / _LOCKED).touch()
            tempfile.tempdir = os.environ[_VARIABLE] = str(folder)
            yield folder
    finally:
        tempfile.tempdir = before
        if variable is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = variable
        shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned(above: Path) -> None:
    """Remove the folders of this user whose servers have ended; one killed before its lock leaves an empty folder."""
    for folder in above.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another run removes it, or it has a lock: Timeout is an OSError
            if _is_own(folder) and (folder / _LOCKED).is_file():
                with FileLock(folder / _LOCK, blocking=False):
                    pass
                shutil.rmtree(folder, ignore_errors=True)


def _is_own(folder: Path) -> bool:
    """Return whether a path is a folder of this user, and no link."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()


HOST = "127.0.0.1"
GRACE_SECONDS = 1  # at the end, for replies that are being made


def create_app(workspace: Workspace, access: Access, work: RunningWork, stop: Callable[[], None]) -> Starlette:
    """Return the web app of a folder.

    ``work`` has the processes that draw pages and build books; ``stop`` ends the server after a last reply.
    """

    templates = shipped_folder("templates")
    static = templates / "studio" / "static"

    async def end(_: Request) -> Response:
        reply = page("stopped.html", {"style": (static / "studio.css").read_text(encoding="utf-8")})
        reply.headers["Content-Security-Policy"] = STOPPED_POLICY
        reply.background = BackgroundTask(stop)
        return reply

    app = Starlette(
        routes=[
            *start_views.ROUTES,
            *second_views.ROUTES,
            *book_views.BOOK_ROUTES,
            *book_views.ROUTES,
            *bench_views.ROUTES,
            *solve_views.ROUTES,
            *compose_views.ROUTES,
            *picture_views.ROUTES,
            *daily_views.ROUTES,
            Route("/stop", end, methods=["POST"]),
            Mount("/static", StaticFiles(directory=static)),
            *(Mount(f"/{name}", StaticFiles(directory=templates / name)) for name in ("page", "play")),
        ],
        middleware=[Middleware(AccessControl, access=access)],
        exception_handlers={PuzzlegenError: error_reply, ClientDisconnect: _nobody_reads},
    )
    app.state.workspace, app.state.work, app.state.section_names = workspace, work, SectionNames()
    return app


async def _nobody_reads(_: Request, __: Exception) -> Response:
    """Return an empty reply to a browser that broke off what it sent, as when a page is left during an upload."""
    return Response(status_code=499)


class _Server(uvicorn.Server):
    """A server that does not wait for what is being made when it stops. It is run while interrupts are held back."""

    def __init__(self, config: uvicorn.Config, work: RunningWork) -> None:
        super().__init__(config)
        self._work = work

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; from now on, an interrupt ends the server."""
        release_interrupts()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        self._work.end_calls()
        # Replies that take longer than GRACE_SECONDS are given up, which is no error to show
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


def default_folder() -> Path:
    """Return the folder of the books where none is given: ``puzzlegen`` in the user's documents."""
    documents = Path.home() / "Documents"
    return (documents if documents.is_dir() else Path.home()) / "puzzlegen"


def run_studio(folder: Path, port: int, jobs: int, *, browser: bool, info: Notify) -> None:
    """Serve the studio for a folder until it is interrupted, or stopped on its start page.

    ``port`` 0 takes that of the last time, or a free one; ``info`` gets the address. Where a studio serves the folder
    already, its window is opened instead.

    Raises OutputError when the folder cannot be made or written, or the port is taken.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"{folder}: cannot be made: {error.strerror or error}: choose another with --folder"
        ) from None
    workspace = Workspace(folder.resolve())
    with only_studio(workspace.folder) as is_only:
        if not is_only:
            address = address_of_other(workspace.folder)
            info(f"a studio works in {workspace.folder} already: open {address}")
            if browser:
                webbrowser.open(address)
            return
        with _listening(port or last_port(workspace.folder), is_wish=not port) as listener:
            access = Access(listener.getsockname()[1])
            tell_address(workspace.folder, access.port, access.start_address)
            info(f"the studio works in {workspace.folder}")
            info(f"open {access.start_address}")
            info("stop it with Ctrl-C")
            if browser:
                webbrowser.open(access.start_address)
            with temporary_folder(), RunningWork(workspace, jobs) as work:
                _serve(workspace, access, work, listener)


def _serve(workspace: Workspace, access: Access, work: RunningWork, listener: socket.socket) -> None:
    """Answer requests until the server is stopped."""

    def stop() -> None:
        server.should_exit = True

    app = create_app(workspace, access, work, stop)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=GRACE_SECONDS
    )
    server = _Server(config, work)
    with held_interrupts():
        server.run(sockets=[listener])


def _listening(port: int, *, is_wish: bool) -> socket.socket:
    """Return a socket that listens on this machine only, so that the address is known before the server runs.

    ``is_wish``: another port is taken where that one cannot be used.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # connections of an ended studio block its port for a minute; elsewhere it shares a used one
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if is_wish and port:
            return _listening(0, is_wish=False)
        raise OutputError(f"--port {port}: cannot be used: {error.strerror or error}: choose another") from None
    return listener


LOG, MAX_LOG = "studio.log", 1_000_000  # in the folder of the books; bytes, after which it begins again


def run() -> None:
    """Run the studio in its usual folder until it is stopped on its start page.

    Without a terminal its messages are in ``studio.log``: on Windows such programs have no output streams.
    """

    def serve(folder: Path) -> int:
        try:
            run_studio(folder, 0, available_cpus(), browser=True, info=_print)
        except PuzzlegenError as error:
            _print(str(error))
            return 2
        except KeyboardInterrupt:
            _print("interrupted")
            return INTERRUPTED
        return 0

    folder = default_folder()
    if sys.stderr is not None and sys.stderr.isatty():
        sys.exit(serve(folder))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOG
    mode = "a" if path.is_file() and path.stat().st_size < MAX_LOG else "w"
    with path.open(mode, encoding="utf-8", buffering=1) as log, redirect_stdout(log), redirect_stderr(log):
        sys.exit(serve(folder))


def _print(text: str) -> None:
    print(text, file=sys.stderr)
