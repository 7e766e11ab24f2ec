"""Controls Firefox through WebDriver BiDi."""

import json
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import connect

from tests.fakes import child_process
from tests.support.engines.actions import ActionTab
from tests.support.engines.bidi import Connection
from tests.support.engines.engine import Engine, EngineError, Look, OpenTab, Tab

EXECUTABLE = "firefox-esr"
LISTENING = "WebDriver BiDi listening on "
CAPABILITIES = {"alwaysMatch": {"unhandledPromptBehavior": {"default": "ignore"}}}
LEVELS = ("warn", "error")
CANCELLED = "A ServiceWorker intercepted the request and encountered an unexpected error"
"""Firefox's message when a navigation cancels a request that a service worker handles. Tests ignore this message,
because real errors cause other messages."""
CLICK = "((element) => { element.focus(); element.click(); })(document.querySelector(%s))"

UNUSED_PORT = 9
"""The port of Firefox's proxy. No proxy listens there, so requests to other machines fail."""

Preference = bool | int | str
QUIET: Mapping[str, Preference] = {
    "intl.accept_languages": "en-GB, en",
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": UNUSED_PORT,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": UNUSED_PORT,
    "remote.prefs.recommended": True,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "",
}
"""Firefox preferences. Most of them prevent requests to other machines."""


def preferences_of(look: Look) -> dict[str, Preference]:
    chosen: dict[str, Preference] = {"ui.useOverlayScrollbars": int(not look.classic_scrollbars)}
    for script in ("x-western", "x-unicode"):
        chosen[f"font.size.variable.{script}"] = look.font_size
        chosen[f"font.minimum-size.{script}"] = look.least_font_size
    if not look.has_scripts:
        chosen["javascript.enabled"] = False
    if look.zoom != 1:
        chosen["layout.css.devPixelsPerPx"] = str(look.zoom)
    return chosen


class FirefoxTab(ActionTab):
    _scope: Mapping[str, str] = {}
    _awaits_promises = True

    def __init__(self, connection: Connection, context: str, console: list[str]) -> None:
        self._connection = connection
        self._context = context
        self._console = console

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        return self._connection.send(method, context=self._context, **params)

    def _perform(self, **source: Any) -> None:
        self._send("input.performActions", actions=[source])

    def _run(self, script: str) -> dict[str, Any]:
        result = self._connection.send(
            "script.evaluate",
            expression=script,
            target={"context": self._context, **self._scope},
            awaitPromise=self._awaits_promises,
        )
        if result["type"] == "exception":
            raise EngineError(result["exceptionDetails"]["text"])
        return result["result"]

    def visit(self, url: str) -> None:
        self._send("browsingContext.navigate", url=url, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", wait="complete")

    def evaluate(self, script: str) -> Any:
        result = self._run(f"(async () => JSON.stringify(await ({script})))()")
        return json.loads(result["value"]) if "value" in result else None

    def resize(self, width: int, height: int) -> None:
        self._send("browsingContext.setViewport", viewport={"width": width, "height": height})

    def upload(self, selector: str, *files: Path) -> None:
        element = self._run(f"document.querySelector({json.dumps(selector)})")
        self._send("input.setFiles", element={"sharedId": element["sharedId"]}, files=[str(file) for file in files])

    def close(self) -> None:
        self._send("browsingContext.close")

    @property
    def console(self) -> Sequence[str]:
        self._connection.send("session.status")  # makes Firefox deliver pending console messages
        return self._console


class ScriptlessTab(FirefoxTab):
    """A tab with JavaScript disabled. Test scripts run nevertheless, because they use a sandbox."""

    _scope: Mapping[str, str] = {"sandbox": "tests"}
    _awaits_promises = False

    def evaluate(self, script: str) -> Any:
        return json.loads(self._run(f"JSON.stringify({script}) ?? 'null'")["value"])

    def holds(self, condition: str) -> bool:
        try:
            return self.evaluate(f"Boolean({condition})")
        except EngineError:
            return False

    def click(self, selector: str) -> None:
        """Clicks with a sandboxed script, because mouse clicks hang if the page's JavaScript is disabled."""
        self.until(f"document.querySelector({json.dumps(selector)})?.getClientRects().length")
        self._run(CLICK % json.dumps(selector))


@contextmanager
def _visitor(
    connection: Connection, consoles: Mapping[str, list[str]], tab_type: type[FirefoxTab]
) -> Iterator[OpenTab]:
    container = connection.send("browser.createUserContext")["userContext"]

    def open_tab(width: int = 1280, height: int = 800) -> Tab:
        context = connection.send("browsingContext.create", type="tab", userContext=container)["context"]
        tab = tab_type(connection, context, consoles[context])
        tab.resize(width, height)
        return tab

    try:
        yield open_tab
    finally:
        connection.send("browser.removeUserContext", userContext=container)


@contextmanager
def firefox(look: Look, preferences: Mapping[str, Preference]) -> Iterator[Engine]:
    with TemporaryDirectory(prefix="firefox-") as profile:
        chosen = {**QUIET, **preferences_of(look), **preferences}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items()]
        (Path(profile) / "user.js").write_text("".join(lines))
        process = subprocess.Popen(
            [EXECUTABLE, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            url = child_process.read_until(process.stderr, LISTENING)[-1].partition(LISTENING)[2].strip()
            with _session(url, FirefoxTab if look.has_scripts else ScriptlessTab) as running:
                yield running
        finally:
            with child_process.killed_on_failure(process):
                child_process.stop_with_children(process, process.terminate)
            child_process.stop(process)
            assert process.stderr
            process.stderr.close()


@contextmanager
def _session(url: str, tab_type: type[FirefoxTab]) -> Iterator[Engine]:
    consoles: defaultdict[str, list[str]] = defaultdict(list)

    def receive(method: str, params: dict[str, Any]) -> None:
        if method == "log.entryAdded" and params["level"] in LEVELS:
            text = params["text"] or ""
            if CANCELLED not in text:
                consoles[params["source"].get("context", "")].append(text)

    with connect(f"{url}/session", max_size=None, proxy=None) as socket:
        connection = Connection(socket, receive)
        connection.send("session.new", capabilities=CAPABILITIES)
        connection.send("session.subscribe", events=["log.entryAdded"])
        yield Engine("firefox", partial(_visitor, connection, consoles, tab_type))
