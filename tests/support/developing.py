"""The development server in a copy of the project, and somebody who edits it."""

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
from tests.support.project_copy import copy_project, replace
from tests.support.words import ABOUT_PAGE, ABOUT_TITLE

REFLEX_RUN = (str(Path(sys.executable).with_name("reflex")), "run")
SAID = "said.txt"
"""The file in the project's folder with what `reflex run` has said."""
START_SECONDS = 180
CATALOG = "locales/cs/LC_MESSAGES/messages.po"


class Edit(NamedTuple):
    """What somebody changes in a file, on which page it is seen, and the expression that is true there then."""

    file: str
    old: str
    new: str
    page: str
    seen: str


def shows(text: str) -> str:
    """The expression that a page has this text."""
    return f"document.body.textContent.includes({text!r})"


EDITS: Mapping[str, Edit] = {
    "a text": Edit(ABOUT_PAGE, ABOUT_TITLE, "Two geese, two presses", "/en/about", shows("Two geese")),
    "a price": Edit("app/content/pricing.py", f"PARCEL = {PARCEL}", "PARCEL = 7717", "/en/pricing", shows("7,717")),
    "a style": Edit(
        "app/styles/site.css",
        ":root {",
        ":root { --edited: 7px;",
        "/en/about",
        "getComputedStyle(document.documentElement).getPropertyValue('--edited').trim() === '7px'",
    ),
    "a Czech text": Edit(
        CATALOG,
        f'msgid "{ABOUT_TITLE}"\nmsgstr "',
        f'msgid "{ABOUT_TITLE}"\nmsgstr "Husa. ',
        "/about",
        shows("Husa. "),
    ),
}


class Development(NamedTuple):
    """A development server: its address, the folder of the project that it shows, the process that was started, and
    one that writes what it and all others say, and ends with the last of them."""

    url: str
    project: Path
    process: subprocess.Popen
    writing: subprocess.Popen

    @contextmanager
    def edited(self, edit: Edit) -> Iterator[None]:
        """Makes an edit for the block, and takes it back."""
        file = self.project / edit.file
        before = file.read_text()
        replace(file, edit.old, edit.new)
        try:
            yield
        finally:
            file.write_text(before)

    def interrupted(self) -> str:
        """Presses Ctrl-C; what is said from then on, until the last process that could say something has ended."""
        said = self.project / SAID
        before = len(said.read_bytes())
        os.killpg(self.process.pid, signal.SIGINT)
        self.writing.wait()
        return said.read_bytes()[before:].decode()


@contextmanager
def developing(folder: Path, **settings: str) -> Iterator[Development]:
    """The server in a copy of the project in `folder`, on ports of its own, as somebody starts it by hand."""
    project = copy_project(folder / "copy")
    frontend, backend = free_port(), free_port()
    said = project / SAID
    said.touch()
    process = subprocess.Popen(
        [*REFLEX_RUN, "--frontend-port", str(frontend), "--backend-port", str(backend)],
        cwd=project,
        env={**os.environ, **settings, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    with (
        process,
        ended(process),
        subprocess.Popen(["tee", said], stdin=process.stdout, stdout=subprocess.DEVNULL) as tee,
    ):
        try:
            for port in (frontend, backend):
                _until_answered(process, said, f"http://localhost:{port}/about")
            yield Development(f"http://localhost:{frontend}", project, process, tee)
        finally:
            with ended(process), suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(timeout=60)


@contextmanager
def ended(process: subprocess.Popen) -> Iterator[None]:
    """Ends, after the block, whatever is left of a process and those that it has started, in a session of its own."""
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _until_answered(process: subprocess.Popen, said: Path, url: str) -> None:
    """Returns when somebody answers there; raises an AssertionError with what the process has said if it has ended, or
    takes longer than `START_SECONDS`."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        assert process.poll() is None and time.monotonic() < deadline, said.read_text()
        with suppress(httpx.TransportError):
            httpx.get(url, trust_env=False, timeout=60)
            return
        time.sleep(0.2)
