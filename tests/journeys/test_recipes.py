"""The script of docs/newsletter.md for a computer and a server: a failed upload and a damaged day lose nothing.

It runs as it is written there. ``rsync`` is a stand-in that mirrors a folder, because no server is here.
"""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from journey_steps import PROGRAM, does, verifies

GUIDE = (Path(__file__).parents[2] / "docs" / "newsletter.md").read_text(encoding="utf-8")
CONFIG = "daily/daily.yaml"
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UPLOAD = "rsync --recursive --times --delete output/public/ me@example.com:/var/www/html/daily/\n"
RSYNC = f"""#!{sys.executable}
import pathlib, shutil, sys
server = pathlib.Path.home() / "server"
assert sys.argv[1:-2] == ["--recursive", "--times", "--delete"] and sys.argv[-2].endswith("/"), sys.argv
if not server.is_dir():
    sys.exit("rsync: connection unexpectedly closed")
shutil.rmtree(server)
shutil.copytree(sys.argv[-2], server)
"""


def script_of_site() -> str:
    (found,) = re.findall(r"```sh\n(.*?)```", GUIDE, flags=re.DOTALL)
    return "".join(line.removeprefix("   ") for line in found.splitlines(keepends=True))


class Editor:
    """A computer with a daily of three days, the last of which is today, and a script that publishes it."""

    def __init__(self, home: Path, script: str) -> None:
        self.home, self.work = home, home / "puzzles"
        self.work.mkdir()
        (home / "bin").mkdir()
        (home / "bin" / "rsync").write_text(RSYNC, encoding="utf-8")
        (home / "bin" / "rsync").chmod(0o755)
        (self.work / "publish.sh").write_text(script, encoding="utf-8")
        now = datetime.now(UTC)
        to_noon = 12 - now.hour  # no new day begins while the test runs
        today = (now + timedelta(hours=to_noon)).date()
        self.days = [str(today - timedelta(days=back)) for back in (2, 1, 0)]
        zone = f"Etc/GMT{-to_noon:+d}"  # these names have the opposite sign
        does(self.work, f"new daily daily --address https://minefields.test/ --timezone {zone} --start {self.days[0]}")
        path = self.work / CONFIG
        week = "\n".join(f"  {day}: {{size: 6x5, difficulty: easy}}" for day in WEEKDAYS)
        text = re.sub(r"^week:\n(  .*\n)+", f"week:\n{week}\n", path.read_text("utf-8"), flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
        does(self.work, f"daily {CONFIG} --date {self.days[0]} --days 3")

    def publishes(self, code: int) -> str:
        """Run the script, as cron does, and return what it says; it must end with this exit code."""
        paths = [str(self.home / "bin"), str(PROGRAM.parent), os.environ["PATH"]]
        identity = {
            f"GIT_{who}_{what}": "a@minefields.test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        done = subprocess.run(
            ["sh", str(self.work / "publish.sh")],
            env=os.environ | identity | {"HOME": str(self.home), "PATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        said = done.stdout + done.stderr
        print(f"$ sh publish.sh\n{said}")
        assert done.returncode == code, said
        return said

    def breaks_config(self) -> str:
        """Write an error into the config, and return the text that it had."""
        path = self.work / CONFIG
        before = path.read_text("utf-8")
        path.write_text(f"{before}feeds: none\n", encoding="utf-8")
        return before


def files_of(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def remedy(said: str) -> str:
    """The options of the command that a message names."""
    (found,) = re.findall(rf"with puzzlegen daily {CONFIG} (.*), then publish again", said)
    return str(found)


def test_a_site_gets_everything_after_failed_uploads_and_damaged_days(tmp_path: Path) -> None:
    editor = Editor(tmp_path, script_of_site())
    server, public = tmp_path / "server", tmp_path / "puzzles/output/public"
    assert "connection unexpectedly closed" in editor.publishes(1)
    server.mkdir()
    assert editor.publishes(0) == ""
    assert files_of(server) == files_of(public) and {f"{day}/index.html" for day in editor.days} <= set(
        files_of(server)
    )

    for folder in ("daily", "public"):
        with (editor.work / f"output/{folder}/{editor.days[0]}/alt.txt").open("ab") as file:
            file.write(b"?")
    does(editor.work, f"daily {CONFIG} --withdraw {editor.days[1]}")
    server.rename(tmp_path / "away")
    assert "all else is published" in editor.publishes(1)
    (tmp_path / "away").rename(server)
    said = editor.publishes(3)
    assert not (server / editor.days[1]).exists() and files_of(server) == files_of(public)
    before = editor.breaks_config()
    (server / "today.json").unlink()  # to see that nothing is uploaded
    assert "feeds" in editor.publishes(2) and not (server / "today.json").exists()
    (editor.work / CONFIG).write_text(before, encoding="utf-8")
    does(editor.work, f"daily {CONFIG} {remedy(said)}")
    assert editor.publishes(0) == "" and files_of(server) == files_of(public)
    verifies(editor.work, "output/public", "2 days")
