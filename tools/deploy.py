"""`make deploy`: copies the current release to servers and activates it there."""

import json
import shlex
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass

from app.folders import ROOT
from app.http import releases
from app.http.export import SHOWN
from app.server.built_settings import differences
from app.settings import Settings, SettingsError, settings

PYTHON = ".venv/bin/python"
SHOW_SETTINGS = (
    "import json; from app.settings import load; its = load(); "
    f"print(json.dumps({{name: getattr(its, name) for name in {[*SHOWN]}}}))"
)
SHOW_RELEASES = "from app.http import releases; print(*releases.names_in_use())"
SWITCH_TIMEOUT_SECONDS = 300
SWITCH_POLL_SECONDS = 2


class DeployError(Exception):
    """Raised when a server is not ready for the release. The message is for the administrator."""


@dataclass(frozen=True)
class Host:
    """A server. `name` is the SSH destination, and `folder` contains the project."""

    name: str
    folder: str

    def run(self, command: str) -> str:
        full = f"cd {shlex.quote(self.folder)} && {command}"
        done = subprocess.run(["ssh", self.name, full], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    def copy(self, release: str, target: str) -> None:
        source = f"{releases.RELEASES}/{release}/"
        # Without `--omit-dir-times`, `target` would look too old to be a copy in progress (app/http/releases.py).
        times = ["--times", "--omit-dir-times"]
        options = ["--recursive", "--links", *times, "--delete", "--chmod=D755,F644", "--protect-args"]
        subprocess.run(["rsync", *options, source, f"{self.name}:{self.folder}/{target}/"], check=True)


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser("make deploy", description=__doc__)
    parser.add_argument("hosts", nargs="+", metavar="HOST", help="SSH names of the servers")
    parser.add_argument("--folder", default="/srv/otisk", help="the project's folder on the servers")
    parser.add_argument("--unit", default="otisk", help="the name of the systemd unit")
    parser.add_argument("--check", action="store_true", help="only check the servers, before a build")
    chosen = parser.parse_args(arguments)
    try:
        hosts = [Host(name, chosen.folder) for name in chosen.hosts]
        for host in hosts:
            _check(host)
        if not chosen.check:
            release = releases.CURRENT.resolve().name
            # Copies before activating, because browsers can request a page's files from any server.
            for host in hosts:
                _copy(host, release)
            for host in hosts:
                _activate(host, release, chosen.unit)
    except subprocess.CalledProcessError as error:
        print(f"{error.cmd[0]} failed (code {error.returncode}); stopped.", file=sys.stderr)
    except FileNotFoundError as error:
        print(f"{error.filename} is missing; on Debian: apt-get install openssh-client rsync", file=sys.stderr)
    except (DeployError, SettingsError) as error:
        print(f"{error}; stopped.", file=sys.stderr)
    else:
        return 0
    return 1


def _check(host: Host) -> None:
    _say(host, "checking its code and settings")
    _check_code(host)
    print(host.run(f"{PYTHON} -m app.settings"))
    _check_build(host, settings())
    host.run(f"{PYTHON} -m app.server.check")


def _copy(host: Host, release: str) -> None:
    _say(host, f"copying {release}")
    complete, incoming = f"dist/releases/{release}", f"dist/{releases.INCOMING}{release}"
    create = f"mkdir -p dist/releases {incoming} && touch {incoming} && echo {incoming}"
    target = host.run(f"if test -d {complete}; then echo {complete}; else {create}; fi")
    host.copy(release, target)
    if target == incoming:
        host.run(f"mv {incoming} {complete}")


def _activate(host: Host, release: str, unit: str) -> None:
    _say(host, "selecting it")
    host.run(f"{PYTHON} -m app.http.releases {shlex.quote(release)}")
    _say(host, f"systemctl reload-or-restart {unit}")
    host.run(f"systemctl reload-or-restart {shlex.quote(unit)}")  # also starts a stopped server
    _wait_until_served(host, release, unit)
    _say(host, "done")


def _wait_until_served(host: Host, release: str, unit: str) -> None:
    """Waits until the server uses only this release, because `systemctl` does not wait for the end of a reload.

    Raises DeployError after a timeout, for example because new code needs a module that only a restart imports.
    """
    deadline = time.monotonic() + SWITCH_TIMEOUT_SECONDS
    while host.run(f"{PYTHON} -c {shlex.quote(SHOW_RELEASES)}") != release:
        if time.monotonic() > deadline:
            advice = f"See `journalctl -u {unit}` there. If the reload failed: systemctl restart {unit}"
            raise DeployError(f"{host.name} does not serve the release. {advice}")
        time.sleep(SWITCH_POLL_SECONDS)


def _check_code(host: Host) -> None:
    """Raises an error if the server's commit differs from this folder's. Releases do not update Python code."""
    if _git("status", "--porcelain", "--untracked-files=no"):
        raise DeployError("This folder has changes that are not committed, which the servers cannot have")
    here = _git("rev-parse", "HEAD")
    there = host.run("git -c safe.directory='*' rev-parse HEAD")  # Git works in a folder of another user
    if here != there:
        update = f"ssh {host.name} 'cd {host.folder} && git pull && make .venv/run.stamp'"
        raise DeployError(f"{host.name} has the code of {there[:8]}, this folder of {here[:8]}. First: {update}")


def _check_build(host: Host, own: Settings) -> None:
    """Raises an error if the server's settings contradict the build.

    Ignores default values on the server, because SSH commands cannot see values that only the systemd unit sets.
    """
    there = json.loads(host.run(f"{PYTHON} -c {shlex.quote(SHOW_SETTINGS)}"))
    default = Settings.model_construct()
    chosen = {name: value for name, value in there.items() if value != getattr(default, name)}
    if found := "; ".join(differences(chosen, {name: getattr(own, name) for name in SHOWN})):
        raise DeployError(f"{host.name}: {found}")


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _say(host: Host, what: str) -> None:
    print(f"{host.name}: {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
