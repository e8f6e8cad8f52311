"""Runs a puzzlegen command, and ends it at the first forbidden action with exit code 99 and a line on stderr.

Forbidden are using the network, starting a program, and writing outside the folders named in MAY_WRITE. The process
that reads images is allowed, because it is our own code.

    MAY_WRITE=out:cache python sandboxed_command.py book small.yaml -o out
"""

import os
import sys
from urllib.parse import unquote

ALLOWED = [os.path.realpath(folder) for folder in os.environ["MAY_WRITE"].split(os.pathsep)]
NETWORK = ("socket.connect", "socket.bind", "socket.get", "socket.send", "urllib.", "http.")
PROGRAMS = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pty.")
CHANGES = ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.link", "os.truncate", "os.ch")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def stop(event: str, args: tuple[object, ...]) -> None:
    os.write(2, f"NOT ALLOWED: {event} {args!r}\n".encode(errors="replace"))
    os._exit(99)


def outside(path: object) -> bool:
    if isinstance(path, int):  # an open file, or the folder to which another path is relative
        return False
    name = os.path.realpath(os.fsdecode(path))
    return name != os.devnull and not any(name == top or name.startswith(top + os.sep) for top in ALLOWED)


def database(name: object) -> str | None:
    """Return the path of a database from its name or URI; None for a database in memory.

    SQLite opens the file in C, without an audit event.
    """
    text = os.fsdecode(name)
    if text == ":memory:":
        return None
    return unquote(text.removeprefix("file:").partition("?")[0]) if text.startswith("file:") else text


def reads_images(event: str, args: tuple[object, ...]) -> bool:
    command = args[1] if event == "subprocess.Popen" else ()
    return list(command[:3]) == [sys.executable, "-c", IMAGE_CODE]  # type: ignore[index]  # a list of words


def check_event(event: str, args: tuple[object, ...]) -> None:
    if event.startswith((*NETWORK, *PROGRAMS)) and not reads_images(event, args):
        stop(event, args)
    if event == "open" and args[2] & WRITING and outside(args[0]):
        stop(event, args)
    names = [one for one in args[:2] if isinstance(one, str | bytes | os.PathLike)]
    if event.startswith(CHANGES) and any(map(outside, names)):
        stop(event, args)
    if event == "sqlite3.connect" and (path := database(args[0])) is not None and outside(path):
        stop(event, args)


sys.addaudithook(check_event)

from puzzlegen.cli.app import main  # noqa: E402  # its imports are checked too
from puzzlegen.pictures.image_reader import _CODE as IMAGE_CODE  # noqa: E402  # see above

sys.argv = ["puzzlegen", *sys.argv[1:]]
main()
