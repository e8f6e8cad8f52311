"""The journey of a publisher of dailies: a run every night for three weeks, with faults, verified every week."""

import json
import re
import shlex
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from journey_steps import CONFIGS, does, verifies, warnings_of
from PIL import Image, ImageDraw

DAY = timedelta(days=1)
LEFT_OUT = ("steps.gif", "puzzle.svg", "card.png", "mail.txt")


def night(folder: Path, config: str, day: date, *words: str) -> str:
    """Make the puzzle of a day and publish it, as a scheduled run does every night; return what the run says."""
    return does(folder, f"daily {config} --as-of {day} --publish output/public {' '.join(words)}")


def ends(folder: Path, config: str, last: date, days: int, *, out: int = 0) -> None:
    """End a week: put its days into a zip file, and verify series, published copy and zip file.

    ``days`` is how many days the series has, ``out`` how many of this week were withdrawn.
    """
    week = f"output/{last}.zip"
    said = does(folder, f"daily {config} --date {last - 6 * DAY} --days 7 --as-of {last} --zip {week}")
    assert f"{7 - out} days in {week}" in said
    for what, number in ((f"output/{Path(config).stem}", days), ("output/public", days), (week, 7 - out)):
        verifies(folder, what, f"{number} days")


def published(folder: Path, day: date) -> dict[str, Any]:
    """Return the data of a day in the published copy."""
    found: dict[str, Any] = json.loads((folder / f"output/public/{day}/puzzle.json").read_text(encoding="utf-8"))
    return found


def test_the_shipped_daily(tmp_path: Path) -> None:
    config, first = "configs/daily.yaml", date(2026, 12, 1)
    (tmp_path / "configs").mkdir()
    shutil.copy(CONFIGS / "daily.yaml", tmp_path / "configs")
    for number in range(21):
        day = first + number * DAY
        said = night(tmp_path, config, day)
        keys = [re.sub(r"warning: configs/daily\.yaml: (\w+): .*", r"\1", one) for one in warnings_of(said)]
        assert keys == ["address", "series"], said  # which docs/daily.md asks to change
        if number % 7 == 6:
            ends(tmp_path, config, day, number + 1)
    sunday = published(tmp_path, date(2026, 12, 6))
    assert sunday["puzzle"].startswith("15x15:")  # more cells than a mail shows in words


def edit(path: Path, changes: dict[str, str]) -> None:
    """Change lines of a config, each given by how it begins, as in an editor."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for begin, line in changes.items():
        (number,) = [number for number, one in enumerate(lines) if one.startswith(begin)]
        lines[number] = line
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def quiet_night(folder: Path, config: str, day: date, *words: str) -> str:
    """A night about which nobody needs to know anything."""
    said = night(folder, config, day, *words)
    assert warnings_of(said) == []
    return said


def draw_a_picture(folder: Path) -> None:
    """Make a drawing of an image for the list of pictures of a weekday."""
    image = Image.new("L", (600, 480), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 40, 540, 440), fill=0)
    pen.ellipse((200, 160, 400, 320), fill=255)
    image.save(folder / "ring.png")
    (folder / "pictures").mkdir()
    does(folder, "picture ring.png --width 20 --title Ring --hint Round --drawing pictures/ring.txt")


def test_a_daily_of_ones_own(tmp_path: Path) -> None:
    """A week with the defaults, one with other kinds and files, and one in which things go wrong."""
    config, first = "mydaily/mydaily.yaml", date(2027, 2, 22)  # a Monday
    days = [first + number * DAY for number in range(21)]
    does(tmp_path, f"new daily mydaily --start {first} --address https://minefields.test/daily/")
    for day in days[:7]:
        quiet_night(tmp_path, config, day)
    assert [published(tmp_path, day)["solution"] is None for day in days[5:7]] == [False, True]
    ends(tmp_path, config, days[6], 7)

    draw_a_picture(tmp_path)
    lines = {
        "  saturday:": "  saturday: {kind: classic, size: 16x16, difficulty: medium}",
        "  sunday:": "  sunday: {kind: mosaic, difficulty: easy, size: 30x30, "
        "pictures: [pictures/ring.txt, cat, heart, house, key, fish, tree, bird]}",
        "hold_solution:": "hold_solution: no",
        "# leave_out:": f"leave_out: [{', '.join(LEFT_OUT)}]",
        "# digest:": "digest: sunday",
        "# calendar_ahead:": "calendar_ahead: 7",
    }
    edit(tmp_path / config, lines)
    for day in days[7:14]:
        quiet_night(tmp_path, config, day)
    assert published(tmp_path, days[12])["classic_start"] and published(tmp_path, days[13])["solution"]
    assert not any((tmp_path / f"output/public/{days[13]}/{name}").exists() for name in LEFT_OUT)
    ends(tmp_path, config, days[13], 14)

    edit(tmp_path / config, {"hold_solution:": "hold_solution: yes", "leave_out:": "leave_out: []"})
    quiet_night(tmp_path, config, days[14])
    (missed,) = warnings_of(night(tmp_path, config, days[16]))
    assert str(days[15]) in missed and "--catch-up" in missed
    assert "1 issued" in quiet_night(tmp_path, config, days[16], "--catch-up")
    quiet_night(tmp_path, config, days[17])
    with (tmp_path / f"output/mydaily/{days[17]}/puzzle.png").open("ab") as file:
        file.write(b"0")
    (tmp_path / f"output/mydaily/{days[3]}/mail.html").unlink()
    said = night(tmp_path, config, days[18])
    assert f"1 drawn ({days[17]}: its files were not there" in said  # because its answer is due
    assert warnings_of(said) == [f"warning: {days[3]} is missing or damaged: draw it again with --date {days[3]}"]
    quiet_night(tmp_path, config, days[18], "--date", str(days[3]))
    (again,) = warnings_of(night(tmp_path, config, days[18], "--date", str(days[18]), "--reissue"))
    assert f"{days[18]} issued AGAIN" in again
    quiet_night(tmp_path, config, days[19])
    (gone,) = warnings_of(night(tmp_path, config, days[19], "--withdraw", str(days[19])))
    assert f"{days[19]} WITHDRAWN" in gone
    assert published(tmp_path, days[18])["solution"] is None
    quiet_night(tmp_path, config, days[20])
    assert published(tmp_path, days[18])["solution"]
    ends(tmp_path, config, days[20], 20, out=1)


def git(folder: Path, command: str, *, fails: bool = False) -> None:
    """Run a command line of git in a folder."""
    words = ["git", "-c", "user.name=A", "-c", "user.email=a@daily.test", *shlex.split(command)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode != 0) == fails, done.stderr


def is_refused(folder: Path, command: str) -> str:
    """Run a command line that must be refused, in one line that is returned; the published days stay as they are."""
    site = folder / "output/public"
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    said = does(folder, command, code=2)
    assert said.count("\n") == 1 and {path: path.read_bytes() for path in before} == before, said
    return said


def test_a_site_lives_through_lost_machines(tmp_path: Path) -> None:
    """Of a runner, whose output and ledger are lost, a moved folder, a failed push and a second machine."""
    config, days = "web.yaml", [date(2027, 3, 1) + number * DAY for number in range(8)]
    first, remote = tmp_path / "first", tmp_path / "remote.git"
    first.mkdir()
    remote.mkdir()
    git(remote, "init -q --bare -b main")
    does(first, f"new daily web --start {days[0]} --address https://web.test/daily/")
    shutil.move(first / "web/web.yaml", first / config)
    for day in days[:3]:
        quiet_night(first, config, day)
    site = first / "output/public"
    for command in ("init -q -b main", f"remote add origin {remote}", "add -A", "commit -qm 1", "push -q origin main"):
        git(site, command)

    remote.rename(tmp_path / "away")  # a failed push: the next one brings both days
    quiet_night(first, config, days[3])
    for command in ("add -A", "commit -qm 2"):
        git(site, command)
    git(site, "push -q origin main", fails=True)
    (tmp_path / "away").rename(remote)
    quiet_night(first, config, days[4])
    for command in ("add -A", "commit -qm 3", "push -q origin main"):
        git(site, command)

    runner = tmp_path / "runner"  # it has the config and the site, and nothing else
    (runner / "output").mkdir(parents=True)
    shutil.copy(first / config, runner)
    git(runner, f"clone -q {remote} output/public")
    night_of = f"daily {config} --as-of {days[5]} --publish output/public"
    said = is_refused(runner, night_of)
    assert f"5 published days ({days[0]}, {days[1]}, {days[2]} ...) would be lost" in said
    rebuild = said.strip().rpartition(" with puzzlegen ")[2].replace("CONFIG", config)
    is_refused(runner, f"{night_of} --dry-run")
    assert "5 days" in does(runner, rebuild)
    verifies(runner, "output/public", "5 days")
    assert "1 issued, 1 opened" in quiet_night(runner, config, days[5])
    assert "4 drawn" in does(runner, f"daily {config} --as-of {days[5]} --date {days[0]} --days 6")

    moved = tmp_path / "another place"  # all of it, and then the output folder alone
    runner.rename(moved)
    quiet_night(moved, config, days[6])
    (moved / "output/web").rename(moved / "output/pages")
    assert "output/web" in is_refused(moved, f"daily {config} -o output/more --as-of {days[7]} --publish output/public")
    quiet_night(moved, config, days[7], "-o output/pages")

    second = tmp_path / "second"  # it has the ledger too, but not the output
    (second / "output").mkdir(parents=True)
    shutil.copy(moved / config, second)
    shutil.copy(moved / "output/ledger.sqlite", second / "output")
    shutil.copytree(moved / "output/public", second / "output/public")
    said = quiet_night(second, config, days[7], "-o output/pages")
    assert "1 untouched" in said and "0 files published" in said
    said = quiet_night(second, config, days[7], f"-o output/pages --date {days[0]} --days 8")
    assert "8 drawn" in said and "0 files published" in said
    for place in (moved, second):
        assert sorted(path.name for path in (place / "output/public").glob("2027-*")) == list(map(str, days))
        for what in ("output/pages", "output/public"):
            verifies(place, what, "8 days")
