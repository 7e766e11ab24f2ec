"""Runs a development server for a copy of the project and edits files of the copy."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx

from app.content.pricing import PARCEL
from tests.fakes.loopback import free_port
from tests.support.about_page import ABOUT_PAGE, ABOUT_TITLE
from tests.support.project_copy import OFFLINE, add_charts, add_pages, copy_project, replace
from tests.support.server_process import environment_without_settings

REFLEX_RUN = (str(Path(sys.executable).with_name("reflex")), "run")
OUTPUT = "output.txt"
START_SECONDS = 180
CATALOG = "locales/cs/LC_MESSAGES/messages.po"


class Edit(NamedTuple):
    """A change to a source file. The JavaScript expression `seen` is true once `page` shows the change."""

    file: str
    old: str
    new: str
    page: str
    seen: str


def shows(text: str) -> str:
    return f"document.body.textContent.includes({text!r})"


EDITS: Mapping[str, Edit] = {
    "a text": Edit(ABOUT_PAGE, ABOUT_TITLE, "Two geese, two presses", "/en/about", shows("Two geese")),
    "a price": Edit("app/content/pricing.py", f"PARCEL = {PARCEL}", "PARCEL = 7717", "/en/pricing", shows("7,717")),
    "a style": Edit(
        "app/styles/site.css",
        "color-scheme: light dark;",
        "color-scheme: light dark; --edited: 7px;",
        "/en/about",
        "getComputedStyle(document.documentElement).getPropertyValue('--edited').trim() === '7px'",
    ),
    "a Czech text": Edit(
        CATALOG, f'msgid "{ABOUT_TITLE}"\nmsgstr "', f'msgid "{ABOUT_TITLE}"\nmsgstr "Husa. ', "/about", shows("Husa. ")
    ),
}


class Development(NamedTuple):
    url: str
    project: Path
    process: subprocess.Popen
    writing: subprocess.Popen

    @contextmanager
    def edited(self, edit: Edit) -> Iterator[None]:
        file = self.project / edit.file
        before = file.read_text()
        replace(file, edit.old, edit.new)
        try:
            yield
        finally:
            file.write_text(before)

    def hung_up(self) -> str:
        """Sends SIGHUP to `reflex run`, like a closing terminal. Returns what the processes print until they exit."""
        output = self.project / OUTPUT
        before = len(output.read_bytes())
        os.kill(self.process.pid, signal.SIGHUP)
        self.writing.wait()
        return output.read_bytes()[before:].decode()


@contextmanager
def developing(folder: Path, *pages: Path, charts: bool = False, **settings: str) -> Iterator[Development]:
    project = copy_project(folder / "copy")
    if charts:
        add_charts(project)
    add_pages(project, pages)
    frontend, backend = free_port(), free_port()
    output = project / OUTPUT
    output.touch()
    process = subprocess.Popen(
        [*REFLEX_RUN, "--frontend-port", str(frontend), "--backend-port", str(backend)],
        cwd=project,
        env={**environment_without_settings(), **OFFLINE, **settings, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    with (
        process,
        ended(process),
        subprocess.Popen(["tee", output], stdin=process.stdout, stdout=subprocess.DEVNULL) as tee,
    ):
        try:
            for port in (frontend, backend):
                _wait_for_answer(process, output, f"http://localhost:{port}/about")
            yield Development(f"http://localhost:{frontend}", project, process, tee)
        finally:
            with ended(process), suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(timeout=60)


@contextmanager
def ended(process: subprocess.Popen) -> Iterator[None]:
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _wait_for_answer(process: subprocess.Popen, output: Path, url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        assert process.poll() is None and time.monotonic() < deadline, output.read_text()
        with suppress(httpx.TransportError):
            httpx.get(url, trust_env=False, timeout=60)
            return
        time.sleep(0.2)
