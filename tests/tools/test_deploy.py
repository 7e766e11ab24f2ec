"""A release becomes active only after all its files are on the server. The first failure stops the deployment.

The tests use fake `ssh` and `rsync` programs, which run on this machine.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.folders import ROOT
from app.http import releases
from app.settings import Settings, SettingsError, load
from tools import deploy

pytestmark = pytest.mark.mostly_nightly

SSH = """#!/bin/sh
host=$1
shift
echo "$host: $*" >> {log}
exec sh -c "$*"
"""
SYSTEMCTL = """#!/bin/sh
exit {code}
"""
SERVER = """#!/bin/sh
test -f {file} && kill $(cat {file})
flock --shared --no-fork dist/current sleep 600 > {file}.log 2>&1 &
echo $! > {file}
while flock --nonblock dist/current true; do sleep 0.02; done
"""
"""A fake `systemctl`. It starts a process with the current release and kills the old process."""
RELOADING = "systemctl reload-or-restart otisk"
RELEASE = "20261125-120000-000000-abc"


@dataclass
class Site:
    """The project folders on this machine and on the simulated server."""

    here: Path
    there: Path
    programs: Path
    log: Path

    def deploy(self, *hosts: str) -> int:
        return deploy.main(["--folder", str(self.there), *(hosts or ("web1",))])

    @property
    def current(self) -> Path:
        return self.there / "dist/current"

    def commands(self, host: str = "web1") -> list[str]:
        prefix = f"{host}: "
        return [line.removeprefix(prefix) for line in self.log.read_text().splitlines() if line.startswith(prefix)]

    def add_program(self, name: str, text: str) -> None:
        file = self.programs / name
        file.write_text(text)
        file.chmod(0o755)


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    site = Site(tmp_path / "here", tmp_path / "on the server", tmp_path / "programs", tmp_path / "log")
    site.here.mkdir()
    site.programs.mkdir()
    (site.here / "code").write_text("1")
    git(site.here, "init", "--quiet")
    git(site.here, "add", "code")
    git(site.here, "commit", "--quiet", "--message", "One")
    git(tmp_path, "clone", "--quiet", str(site.here), str(site.there))
    for name in ("app", "locales"):
        shutil.copytree(ROOT / name, site.there / name, ignore=shutil.ignore_patterns("__pycache__"))
    (site.there / "app/server/check.py").write_text("")  # imports nothing, because imports take seconds
    (site.there / ".venv").symlink_to(sys.prefix)
    dist = site.here / "dist"
    for name, path in {"FOLDER": dist, "RELEASES": dist / "releases", "CURRENT": dist / "current"}.items():
        monkeypatch.setattr(releases, name, path)
    lay_release(RELEASE)
    monkeypatch.setattr(deploy, "ROOT", site.here)
    monkeypatch.setattr(deploy, "settings", lambda: load(_env_file=None))
    monkeypatch.setenv("PATH", str(site.programs), prepend=":")
    site.add_program("ssh", SSH.format(log=site.log))
    server = tmp_path / "server"
    site.add_program("systemctl", SERVER.format(file=server))
    yield site
    if server.exists():
        os.kill(int(server.read_text()), signal.SIGKILL)


def lay_release(name: str) -> None:
    folder = releases.RELEASES / name / "site"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(name)
    (folder / "index.html").chmod(0o600)
    releases.switch(releases.RELEASES / name)


def test_another_release_follows(site: Site) -> None:
    assert site.deploy() == 0
    for number in range(1, 5):
        lay_release(f"20261126-{number}")
        assert site.deploy() == 0 and site.current.readlink().name == f"20261126-{number}"
    assert len([*(site.there / "dist/releases").iterdir()]) == releases.MAX_STORED


@pytest.mark.parametrize("fault", ["code", "changes", "settings", "address", "days", "import", "copy"])
def test_a_server_with_a_fault_keeps_its_release(site: Site, capfd, fault: str) -> None:
    assert site.deploy() == 0
    before = site.current.readlink()
    lay_release("20261126-b")
    if fault == "code":
        git(site.here, "commit", "--quiet", "--allow-empty", "--message", "Two")
    elif fault == "changes":
        (site.here / "code").write_text("2")
    elif fault == "import":
        (site.there / "app/server/check.py").write_text("import missing_package")
    elif fault == "copy":
        site.add_program("rsync", SYSTEMCTL.format(code=23))
    else:
        env = {"settings": "PORT=x", "address": "SITE_URL=https://other.test", "days": "INQUIRIES_DAYS=400"}
        (site.there / ".env").write_text(env[fault])
    site.log.write_text("")
    assert site.deploy("web1", "web2") == 1
    assert site.current.readlink() == before
    assert not any("releases 2026" in command or "reload" in command for command in site.log.read_text().splitlines())
    says = {
        "code": "web1 has the code of",
        "changes": "not committed",
        "settings": "PORT='x' is not allowed",
        "address": "web1: SITE_URL is https://other.test, but http://localhost:8000 in the build; stopped.",
        "days": "web1: INQUIRIES_DAYS is 400, but 365 in the build; stopped.",
        "import": "No module named 'missing_package'",
        "copy": "rsync failed (code 23); stopped.",
    }
    assert says[fault] in capfd.readouterr().err


def test_an_interrupted_copy_is_no_release_and_can_be_repeated(site: Site) -> None:
    rsync = site.programs / "rsync"
    site.add_program("rsync", f'#!/bin/sh\n{shutil.which("rsync")} "$@"\nexit 12\n')
    dist = site.there / "dist"
    assert site.deploy() == 1
    assert [each.name for each in dist.rglob("*20261125*")] == [f"incoming-{RELEASE}"]
    rsync.unlink()
    for _ in range(2):
        assert site.deploy() == 0
        assert {each.name for each in dist.iterdir()} == {"current", "releases"}
        assert [each.name for each in (dist / "releases").iterdir()] == [RELEASE]


def test_servers_are_checked_before_the_build(site: Site, capfd) -> None:
    shutil.rmtree(releases.FOLDER)
    assert site.deploy("--check", "web1", "web2") == 0
    assert not any("releases" in command or "reload" in command for command in site.commands())
    assert "web2: checking its code and settings" in capfd.readouterr().out
    git(site.here, "commit", "--quiet", "--allow-empty", "--message", "Two")
    assert site.deploy("--check", "web1") == 1 and "web1 has the code of" in capfd.readouterr().err


def test_a_failed_reload_stops(site: Site, capfd) -> None:
    site.add_program("systemctl", SYSTEMCTL.format(code=1))
    assert site.deploy("web1", "web2") == 1
    assert not any("releases 2026" in command or "reload-or" in command for command in site.commands("web2"))
    assert "ssh failed (code 1); stopped." in capfd.readouterr().err


def test_a_server_that_goes_on_with_the_old_release_stops(
    site: Site, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert site.deploy() == 0
    lay_release("20261126-b")
    site.add_program("systemctl", SYSTEMCTL.format(code=0))
    monkeypatch.setattr(deploy, "SWITCH_TIMEOUT_SECONDS", 0)
    monkeypatch.setattr(deploy, "SWITCH_POLL_SECONDS", 0)
    capfd.readouterr()
    assert site.deploy("web1", "web2") == 1
    printed = capfd.readouterr()
    assert "web1: done" not in printed.out and "web2: selecting" not in printed.out
    assert "web1 does not serve the release." in printed.err and "systemctl restart otisk; stopped." in printed.err


@pytest.mark.main
def test_all_servers_have_the_release_before_one_selects_it(site: Site, capfd) -> None:
    assert site.deploy("web1", "web2") == 0
    assert site.current.readlink() == Path("releases") / RELEASE
    page = site.current / "site/index.html"
    assert (page.read_text(), page.stat().st_mode & 0o777) == (RELEASE, 0o644)
    order = (
        "rev-parse",
        "-m app.settings",
        "site_url",
        "-m app.server.check",
        "mkdir",
        "rsync --server",
        "mv dist/incoming-",
        "app.http.releases",
        "reload-or-restart otisk",
        "releases.names_in_use()",
    )
    assert [name for name, command in zip(order, site.commands(), strict=True) if name not in command] == []
    printed = capfd.readouterr().out.splitlines()
    assert "The settings are valid." in printed
    steps = [line for line in printed if line.startswith("web")]
    assert steps == [
        *(f"{host}: checking its code and settings" for host in ("web1", "web2")),
        *(f"{host}: copying {RELEASE}" for host in ("web1", "web2")),
        *(f"{host}: {step}" for host in ("web1", "web2") for step in ("selecting it", RELOADING, "done")),
    ]


def test_missing_programs_are_named(site: Site, monkeypatch: pytest.MonkeyPatch, capfd) -> None:
    git_only = site.programs / "git-only"
    git_only.mkdir()
    (git_only / "git").symlink_to(shutil.which("git") or "")
    monkeypatch.setenv("PATH", str(git_only))
    assert site.deploy() == 1
    assert capfd.readouterr().err == "ssh is missing; on Debian: apt-get install openssh-client rsync\n"


@pytest.mark.main
@pytest.mark.parametrize("hosts", ["root@web1", "web1 web2"])
def test_make_does_not_pass_the_hosts_on_as_a_setting(tmp_path: Path, hosts: str) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "run.stamp").touch()
    python = tmp_path / "bin/python"
    python.write_text('#!/bin/sh\necho "$HOST:$*"\n')
    python.chmod(0o755)
    command = ["make", "--no-print-directory", "deploy", f"VENV={tmp_path}", f"HOST={hosts}"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert printed.splitlines() == [f":-m tools.deploy --check {hosts}", ":-m builder", f":-m tools.deploy {hosts}"]


def test_no_other_variable_of_make_is_a_setting() -> None:
    used = set(re.findall(r"\$[({]([A-Z_]+)", (ROOT / "Makefile").read_text()))
    assert used & {name.upper() for name in Settings.model_fields} == {"HOST"}


def test_a_build_with_other_settings_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch, capfd) -> None:
    """The command ignores default values on the server, because systemd may set values that the command cannot see."""
    for own, code in ({"inquiries_days": 30, "site_url": "https://otisk.example"}, 0), ({"hosting": "static"}, 1):
        monkeypatch.setattr(deploy, "settings", lambda own=own: load(_env_file=None, **own))
        assert site.deploy("--check", "web1") == code
    assert capfd.readouterr().err == "web1: HOSTING is server, but static in the build; stopped.\n"


def test_a_wrong_setting_of_this_machine_is_named(site: Site, monkeypatch: pytest.MonkeyPatch, capfd) -> None:
    def fail() -> None:
        raise SettingsError("PORT='x' is not allowed")

    monkeypatch.setattr(deploy, "settings", fail)
    assert site.deploy("--check", "web1") == 1
    assert capfd.readouterr().err == "PORT='x' is not allowed; stopped.\n"
