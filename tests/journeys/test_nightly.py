"""An editor without a computer at night: the steps of the guide, then those of the workflow, every night a new runner.

Where git begins a repository without a name for its branch, it is ``master``, as git does by itself. The commands are
read from docs/newsletter.md, and from ``daily.yml`` and ``Dockerfile`` of ``examples/nightly``. They run as they are
there. The repositories of the host are bare ones in a folder; git replaces their addresses. Stand-ins set the date of
``puzzlegen daily``, let something happen before ``puzzlegen verify``, and install by a link.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from journey_steps import PROGRAM
from ruamel.yaml import YAML
from test_docs import ROOT, blocks_of

from puzzlegen.config.day_files import OPTIONAL_FILES
from puzzlegen.formats import line
from puzzlegen.ledger.days import DailyLedger

NIGHTLY = ROOT / "examples" / "nightly"
WORKFLOW = YAML(typ="safe").load(NIGHTLY / ".github/workflows/daily.yml")
STEPS = WORKFLOW["jobs"]["publish"]["steps"]
RECIPE = [one.commands for one in blocks_of("newsletter") if "test_nightly.py" in one.not_run]
NAMES = {
    f"GIT_{role}_{what}": "editor@minefields.test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY = timedelta(days=1)
PUZZLEGEN = f"""#!/bin/sh
case $1 in
daily) exec {PROGRAM} "$@" --as-of "$NIGHT" ;;
verify) for next in $(ls "$HOME/happens" | head -n 1); do
    mv "$HOME/happens/$next" "$HOME/happened"
    sh -e "$HOME/happened" || exit 1
done ;;
esac
exec {PROGRAM} "$@"
"""
PIP = f"""#!{sys.executable}
import pathlib, sys
constraints, wheel = (pathlib.Path(word) for word in sys.argv[3:])
assert sys.argv[1:3] == ["install", "-c"] and constraints.is_file() and wheel.is_file() and wheel.suffix == ".whl"
(pathlib.Path.home() / "bin/puzzlegen").symlink_to(pathlib.Path.home() / "stand-in.sh")
"""


class Machine:
    """A computer or a runner, with a home folder."""

    def __init__(self, home: Path, host: Path) -> None:
        self.home, self.host, self.work = home, host, home / "puzzles"
        (home / "bin").mkdir(parents=True)
        (home / "happens").mkdir()
        for path, text in ((home / "stand-in.sh", PUZZLEGEN), (home / "bin" / "pip", PIP)):
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755)
        config = f'[url "file://{host}/"]\ninsteadOf = git@github.com:me/\n[init]\ndefaultBranch = master\n'
        (home / ".gitconfig").write_text(config, encoding="utf-8")

    def runs(self, command: str, night: date, folder: Path | None = None, **settings: str) -> tuple[int, str]:
        """Run commands as a runner does, and return their exit code and what they say."""
        path = f"{self.home / 'bin'}{os.pathsep}{os.environ['PATH']}"
        given = {"HOME": str(self.home), "PATH": path, "NIGHT": str(night), "TMPDIR": str(self.home), **settings}
        done = subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=folder or self.work,
            env=given,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        print(f"$ {command}\n{done.stdout}{done.stderr}")
        return done.returncode, done.stdout + done.stderr

    def happens(self, *commands: str) -> None:
        """Let one of these happen on the host at each of the next verifications."""
        for number, command in enumerate(commands):
            (self.home / "happens" / str(number)).write_text(f"{command}\n", encoding="utf-8")

    def does_steps(self, night: date) -> int:
        """Do the steps of the workflow, as a host does; return the exit code of the first that fails."""
        for step in STEPS:
            action, asked = step.get("uses", "").partition("@")[0], step.get("with", {})
            place = self.work / asked.get("path", "")
            if action == "actions/checkout":
                name = asked.get("repository", "me/puzzles").partition("/")[2]
                assert ("ssh-key" in asked) == (name == "daily")  # the job's own token writes to no other repository
                command = f"git clone -q --depth 1 -b main file://{self.host}/{name}.git {place}"
                code, _ = self.runs(command, night, self.home)
            elif action == "actions/setup-python":
                code = 0
            else:
                code, _ = self.runs(step["run"], night)
            if code:
                return code
        return 0


class Host:
    """The two repositories, and runners; no two are the same machine."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.runners = folder, 0

    def runner(self) -> Machine:
        self.runners += 1
        return Machine(self.folder / f"runner-{self.runners}", self.folder)

    def git(self, name: str, *words: str) -> str:
        done = ["git", *words]
        return subprocess.run(
            done, cwd=self.folder / f"{name}.git", capture_output=True, text=True, check=True
        ).stdout.strip()

    def commits(self) -> tuple[int, int]:
        puzzles, daily = (int(self.git(name, "rev-list", "--count", "main")) for name in ("puzzles", "daily"))
        return puzzles, daily

    def days(self) -> list[str]:
        names = self.git("daily", "ls-tree", "--name-only", "main").split()
        return [name for name in names if re.fullmatch(r"\d{4}-\d\d-\d\d", name)]

    def refuses(self, name: str, does: bool) -> None:
        hook = self.folder / f"{name}.git/hooks/pre-receive"
        hook.parent.mkdir(exist_ok=True)
        if does:
            hook.write_text("#!/bin/sh\nexit 1\n")
            hook.chmod(0o755)
        else:
            hook.unlink()


@pytest.fixture
def host(tmp_path: Path) -> Host:
    for name in ("puzzles", "daily"):
        subprocess.run(["git", "init", "-q", "--bare", "-b", "master", str(tmp_path / f"{name}.git")], check=True)
    return Host(tmp_path)


@pytest.fixture
def editor(host: Host) -> Machine:
    """The computer of the editor, after the commands of the guide."""
    machine = Machine(host.folder / "editor", host.folder)
    (machine.home / "bin/puzzlegen").symlink_to(machine.home / "stand-in.sh")
    checkout = machine.home / "puzzlegen"
    (checkout / "dist").mkdir(parents=True)
    (checkout / "dist/puzzlegen-1.0.0-py3-none-any.whl").touch()
    (checkout / "examples").symlink_to(NIGHTLY.parent)
    shutil.copy(ROOT / "constraints.txt", checkout)
    given, made, _ = RECIPE
    today = datetime.now(UTC).date()
    assert machine.runs(given, today, machine.home)[0] == 0
    path = machine.work / "daily/daily.yaml"
    week = "\n".join(f"  {day}: {{size: 6x5, difficulty: easy}}" for day in WEEKDAYS)
    text = re.sub(r"^week:\n(  .*\n)+", f"week:\n{week}\n", path.read_text("utf-8"), flags=re.MULTILINE)
    text = re.sub(r"^address: .*", "address: https://minefields.test/", text, flags=re.MULTILINE)
    text = re.sub(r"^# leave_out: .*", f"leave_out: [{', '.join(OPTIONAL_FILES)}]", text, flags=re.MULTILINE)
    path.write_text(re.sub(r"^start: .*", f"start: {today}", text, flags=re.MULTILINE), encoding="utf-8")
    assert machine.runs(made, today, **NAMES)[0] == 0
    return machine


def check(host: Host, night: date, days: int) -> None:
    """Verify what the host has on a new machine; no day ever had another puzzle, and the site has no secret."""
    machine = host.runner()
    clone = f"git clone -q -b main file://{host.folder}"
    verified = f"cd puzzles; {clone}/daily.git site; {PROGRAM} verify site --ledger output/ledger.sqlite"
    code, said = machine.runs(f"{clone}/puzzles.git puzzles; {verified}", night, machine.home)
    assert code == 0 and re.search(f"^{days} days? read back and solved: 0 errors$", said, re.MULTILINE), said
    assert len(host.days()) == days and host.days()[-1] == str(night)
    for day in host.days():
        versions = host.git("daily", "log", "--format=%H", "main", "--", f"{day}/puzzle.json").split()
        texts = [host.git("daily", "show", f"{one}:{day}/puzzle.json") for one in versions]
        assert len({json.loads(text)["puzzle"] for text in texts}) == 1
    series = series_of(machine)
    revisions = host.git("daily", "rev-list", "main").split()
    found = subprocess.run(
        ["git", "grep", "-l", "-a", "-e", series, *revisions], cwd=host.folder / "daily.git", check=False
    )
    assert found.returncode == 1
    assert "ledger.sqlite" not in host.git("daily", "log", "--name-only", "--format=", "main")


def series_of(machine: Machine) -> str:
    config = (machine.work / "daily/daily.yaml").read_text("utf-8")
    (series,) = re.findall(r"^series: (.*?)(?: *#.*)?$", config, re.MULTILINE)
    return str(series.strip("'\""))


def puzzles(host: Host, series: str) -> dict[date, str]:
    """Return the puzzles of the ledger that the host has."""
    path, show = host.folder / "ledger.sqlite", ["git", "show", "main:output/ledger.sqlite"]
    path.write_bytes(subprocess.run(show, cwd=host.folder / "puzzles.git", capture_output=True, check=True).stdout)
    with DailyLedger(path, write=False) as ledger:
        return {day.date: line.write(day.puzzle) for day in ledger.days(series)}


IDENTITY = "-c user.name=Editor -c user.email=editor@minefields.test"


def files_of(folder: Path) -> dict[Path, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts)
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_a_daily_without_a_computer_at_night(host: Host, editor: Machine) -> None:
    first = date.fromisoformat(host.days()[0])
    assert host.runner().does_steps(first + DAY) == 0
    assert host.commits() == (2, 2)

    # The third night is missed. In the fourth, a container makes the same puzzles and pushes first; in the second
    # attempt, the editor pushes something to the site first
    runner, night = host.runner(), first + 3 * DAY
    lines = re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", (NIGHTLY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    container = " ".join(word for line in lines for word in json.loads(line))
    runner.happens(
        f"cp -r site {host.folder}/lost; cd {editor.work}; HOME={editor.home} PATH={editor.home}/bin:$PATH {container}",
        f"cd {editor.work}/site; git pull -q origin main; touch CNAME; git add CNAME; git {IDENTITY} commit -qm CNAME; "
        "git push -q origin HEAD:main",
    )
    assert runner.does_steps(night) == 0
    assert host.commits() == (3, 4)
    subprocess.run(
        ["git", "clone", "-q", "-b", "main", str(host.folder / "daily.git"), str(host.folder / "won")], check=True
    )
    (host.folder / "won/CNAME").unlink()
    assert files_of(host.folder / "won") == files_of(host.folder / "lost")
    check(host, night, 4)

    # The ledger can be pushed and the site cannot, then the verification fails: the next run makes up for it
    night, runner = night + DAY, host.runner()
    runner.happens("true", "exit 1")
    host.refuses("daily", True)
    assert runner.does_steps(night) == 1
    assert not list((runner.home / "happens").iterdir()) and host.commits() == (4, 4)
    assert host.days()[-1] == str(night - DAY)
    host.refuses("daily", False)
    assert host.runner().does_steps(night) == 0
    check(host, night, 5)

    # The editor makes days in advance, reads them, and exchanges two, while another push to the site is first
    code, _ = editor.runs("sh puzzles/publish.sh --days 4 --proof 'my proof.pdf'", night, editor.home)
    assert code == 0 and (editor.home / "my proof.pdf").read_bytes().startswith(b"%PDF")
    one, other = night + 2 * DAY, night + 3 * DAY
    before = puzzles(host, series_of(editor))
    editor.happens(
        f"cd {editor.work}/site; git pull -q origin main; touch robots.txt; git add robots.txt; "
        f"git {IDENTITY} commit -qm robots; git push -q origin HEAD:main"
    )
    code, said = editor.runs(f"sh publish.sh --date {one} --swap {other}", night)
    assert code == 0 and "attempt 1: not pushed" in said and f"{one} and {other} have exchanged their puzzles" in said
    assert puzzles(host, series_of(editor)) == before | {one: before[other], other: before[one]}
    code, said = editor.runs("sh publish.sh --status", night)
    assert code == 0 and "3 days ahead" in said and "\n!" not in f"\n{said}"

    # The editor withdraws a day; a change that is not pushed does not count
    (editor.work / "daily/daily.yaml").write_text("title: [\n", encoding="utf-8")
    code, said = editor.runs(f"sh publish.sh --withdraw {first}", night)
    assert code == 0 and "WITHDRAWN" in said and str(first) not in host.days()
    check(host, night, 4)

    # An empty repository replaces that of the site, then all files of the site are lost
    host.git("daily", "update-ref", "-d", "refs/heads/main")
    code, said = editor.runs("sh publish.sh", night)
    remedy = re.findall(r"^site: .* first run (.*)$", said, re.MULTILINE)
    assert code == 1 and editor.runs(remedy[0], night)[0] == 0
    nothing = host.git("daily", *IDENTITY.split(), "commit-tree", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "-m", "0")
    host.git("daily", "update-ref", "refs/heads/main", nothing)
    night += DAY
    assert host.runner().does_steps(night) == 0
    assert {".nojekyll", ".gitattributes"} <= set(host.git("daily", "ls-tree", "--name-only", "main").split())
    check(host, night, 5)

    # What the editor changes and pushes as the guide says is what the next night has
    assert editor.runs(RECIPE[2], night, **NAMES)[0] == 0
    counts, runner = host.commits(), host.runner()
    assert runner.does_steps(night + DAY) == 2
    assert host.commits() == counts and not list(runner.home.glob("tmp.*"))  # nothing of the attempt is left
