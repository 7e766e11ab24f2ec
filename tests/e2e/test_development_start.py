"""`make dev` rejects invalid options and occupied ports with a one-line error. Ctrl+C stops `make dev` cleanly."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from app.folders import ROOT
from tests.fakes.loopback import free_port
from tests.support.developing import REFLEX_RUN, ended
from tests.support.project_copy import copy_project
from tests.support.server_process import environment_without_settings

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"PAGES": "abuot"}, "PAGES: there is no route `abuot`. Did you mean `about`?"),
        ({"WORKER": "yes"}, "WORKER='yes' is not allowed: on or off"),
    ],
    ids=["a page", "a setting"],
)
def test_a_wrong_option_or_setting_is_one_line(settings: dict[str, str], said: str) -> None:
    environment = {**environment_without_settings(), **settings}
    result = subprocess.run(REFLEX_RUN, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"{said}\n")


@pytest.mark.parametrize("option", ["--frontend-port", "--backend-port"])
def test_a_taken_port_is_reported_before_the_build(tmp_path: Path, option: str) -> None:
    project = copy_project(tmp_path / "copy")
    ports = {"--frontend-port": free_port(), "--backend-port": free_port()}
    with socket.create_server(("127.0.0.1", ports[option])):
        command = [*REFLEX_RUN, *(str(word) for pair in ports.items() for word in pair)]
        result = subprocess.run(
            command, cwd=project, env=environment_without_settings(), capture_output=True, text=True
        )
    another = f"such as .venv/bin/reflex run {option} {ports[option] + 1}"
    said = f"Port {ports[option]} is taken: end what uses it, or name another one, {another}\n"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", said)


@pytest.mark.parametrize("moment", ["Pictures: ", "Compiling"])
def test_ctrl_c_ends_a_build_without_errors(tmp_path: Path, moment: str) -> None:
    project = copy_project(tmp_path / "copy")
    ports = ("--frontend-port", str(free_port()), "--backend-port", str(free_port()))
    process = subprocess.Popen(
        [*REFLEX_RUN, *ports],
        cwd=project,
        env={**environment_without_settings(), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )
    with process, ended(process):
        assert process.stdout
        said = next(line for line in process.stdout if moment in line)
        os.killpg(process.pid, signal.SIGINT)
        said += process.stdout.read()
    assert "Traceback" not in said
