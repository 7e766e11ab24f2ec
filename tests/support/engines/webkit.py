"""Controls WebKit, the engine of Safari, on a virtual screen."""

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from tests.fakes import child_process
from tests.fakes.loopback import free_port
from tests.support.engines.actions import Action, ActionTab
from tests.support.engines.engine import POLL_SECONDS, SIZE, Engine, EngineError, Look, OpenTab, Tab

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
PYTHON = "/usr/bin/python3"
"""Debian's Python, which can import the GTK bindings."""
WINDOW = Path(__file__).with_name("webkit_window.py")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The JSON key of an element reference (w3.org/TR/webdriver2/#elements)."""
SCRIPT = """const done = arguments[0];
(async () => await (%s))().then(
    (value) => done({ value: JSON.stringify(value) ?? null }),
    (error) => done({ error: String(error) }),
);"""
PRINTED = re.compile(r"^(\S+: )?CONSOLE [A-Z-]+ (ERROR|WARN)")
IGNORED = re.compile(
    r"Cannot load \S+/sw\.js due to access control checks"
    r"|Fetch API cannot load \S+/builds/latest\.json due to access control checks"
    r"|The resource \S+ was preloaded using link preload but not used within a few seconds"
)
"""A pattern for harmless messages: unused preloads, and update checks that fail when the visitor leaves the page."""
START_SECONDS = 20
RESIZE_SECONDS = 5
TIMEOUTS = {"script": 60_000, "pageLoad": 60_000}
REPLY_SECONDS = 90
POLL_REPLY_SECONDS = 10


class Session:
    def __init__(self, url: str, window: dict[str, Any]) -> None:
        self._client = httpx.Client(base_url=url, timeout=REPLY_SECONDS, trust_env=False)
        browser = {"binary": PYTHON, "args": [str(WINDOW), json.dumps(window)]}
        wanted = {"webkitgtk:browserOptions": browser, "timeouts": TIMEOUTS, "pageLoadStrategy": "normal"}
        made = self._ask("POST", "/session", capabilities={"alwaysMatch": wanted})
        self._path = f"/session/{made['sessionId']}"
        self._current = ""

    @contextmanager
    def replying_within(self, seconds: float) -> Iterator[None]:
        self._client.timeout = seconds
        try:
            yield
        finally:
            self._client.timeout = REPLY_SECONDS

    def select(self, window: str) -> None:
        if window != self._current:
            self.post("window", handle=window)
            self._current = window

    def get(self, path: str) -> Any:
        return self._ask("GET", f"{self._path}/{path}")

    def post(self, path: str, **body: Any) -> Any:
        return self._ask("POST", f"{self._path}/{path}", **body)

    def delete(self, path: str) -> Any:
        return self._ask("DELETE", f"{self._path}/{path}")

    def end(self) -> None:
        with suppress(EngineError, httpx.HTTPError):
            self._ask("DELETE", self._path)
        self._client.close()

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        try:
            answer = self._client.request(method, path, json=body if method == "POST" else None)
        except httpx.TimeoutException as error:
            raise EngineError(f"{path}: no reply") from error
        value = answer.json()["value"]
        if answer.is_error:
            raise EngineError(f"{path}: {value['error']}: {value['message']}")
        return value


class WebKitTab(ActionTab):
    """A WebKit tab. Each command first selects the tab."""

    def __init__(self, session: Session, handle: str, output: Path, zoom: float) -> None:
        self._session = session
        self._handle = handle
        self._output = output
        self._zoom = zoom
        self._turned = (0, 0)
        self._frame = [0, 0]

    def _post(self, path: str, **body: Any) -> Any:
        self._session.select(self._handle)
        return self._session.post(path, **body)

    def _perform(self, **source: Any) -> None:
        self._post("actions", actions=[source])

    def visit(self, url: str) -> None:
        self._post("url", url=url)

    def reload(self) -> None:
        self._post("refresh")

    def evaluate(self, script: str) -> Any:
        result = self._post("execute/async", script=SCRIPT % script, args=[])
        if "error" in result:
            raise EngineError(result["error"])
        return None if result["value"] is None else json.loads(result["value"])

    def holds(self, condition: str) -> bool:
        """Evaluates `condition` with a short timeout, because WebKit never replies if a reload interrupts the
        evaluation.
        """
        with self._session.replying_within(POLL_REPLY_SECONDS):
            return super().holds(condition)

    def wheel(self, down: int, across: int = 0) -> None:
        """Turns the mouse wheel. Sends the sum of all turns so far, as WebKitWebDriver expects."""
        self._turned = (self._turned[0] + down, self._turned[1] + across)
        super().wheel(*self._turned)

    def _point(self, kind: str, *actions: Action) -> None:
        assert kind == "mouse", "WebKitWebDriver has no touch input"
        super()._point(kind, *actions)

    def resize(self, width: int, height: int) -> None:
        for _ in range(3):
            outer = [round(side * self._zoom) + more for side, more in zip((width, height), self._frame, strict=True)]
            self._post("window/rect", width=outer[0], height=outer[1])
            inner = self._size_after([width, height])
            if inner == [width, height]:
                return
            self._frame = [one - round(side * self._zoom) for one, side in zip(outer, inner, strict=True)]
        raise AssertionError(f"the viewport is {inner}")

    def _size_after(self, wanted: list[int]) -> list[int]:
        end = time.monotonic() + RESIZE_SECONDS
        while (size := self.evaluate(SIZE)) != wanted and time.monotonic() < end:
            time.sleep(POLL_SECONDS)
        return size

    def upload(self, selector: str, *files: Path) -> None:
        element = self._post("element", using="css selector", value=selector)[ELEMENT]
        self._post(f"element/{element}/value", text="\n".join(str(file) for file in files))

    def close(self) -> None:
        self._session.select(self._handle)
        self._session.delete("window")

    @property
    def console(self) -> Sequence[str]:
        lines = self._output.read_text(errors="replace").splitlines()
        return [line for line in lines if PRINTED.search(line) and not IGNORED.search(line)]


@contextmanager
def _visitor(display: str, look: Look) -> Iterator[OpenTab]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="webkit-")))
        output = folder / "output"
        url, driver = stack.enter_context(_driver(display, output))
        settings = asdict(look) | {"profile": str(folder / "profile"), "width": 1280, "height": 800}
        session = Session(url, settings)
        stack.callback(child_process.stop_with_children, driver, session.end)
        first = session.get("window")
        unused = [first]

        def open_tab(width: int = 1280, height: int = 800) -> Tab:
            session.select(first)  # selects an open window, because the current one might be closed
            handle = unused.pop() if unused else session.post("window/new", type="tab")["handle"]
            tab = WebKitTab(session, handle, output, look.zoom)
            tab.resize(width, height)
            return tab

        yield open_tab


@contextmanager
def webkit(look: Look) -> Iterator[Engine]:
    with _virtual_screen() as display:
        yield Engine("webkit", partial(_visitor, display, look))


@contextmanager
def _virtual_screen() -> Iterator[str]:
    command = [SCREEN, "-displayfd", "1", "-screen", "0", "2400x1600x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert screen.stdout
    try:
        yield f":{screen.stdout.readline().strip()}"
    finally:
        child_process.stop(screen)
        screen.stdout.close()


@contextmanager
def _driver(display: str, output: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    port = free_port()
    with output.open("wb") as printed:
        process = subprocess.Popen(
            [DRIVER, f"--port={port}"], env=_environment(display), stdout=printed, stderr=subprocess.STDOUT
        )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}", process
    finally:
        child_process.stop(process)


def _environment(display: str) -> dict[str, str]:
    return {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}


def _wait_until_ready(url: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/status", trust_env=False).is_success:
                return
        time.sleep(0.05)
    raise AssertionError(f"{DRIVER} did not start")
