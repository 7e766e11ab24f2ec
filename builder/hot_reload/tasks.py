"""The steps of hot reload. Each runs in a new process that imports the current code."""

import shutil
import signal
import sys
from collections.abc import Callable
from multiprocessing import parent_process

from app.folders import WEB

APP = "app.app"
"""The application's module. If its import fails, all pages show the error."""


def run(task: Callable[..., None], *arguments: object) -> None:
    """Runs a task if the parent process still runs. Ctrl-C ends the task."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    if parent and parent.is_alive():
        task(*arguments)


def build_all() -> None:
    from app import broken_modules
    from builder.hot_reload import pages
    from pwa.seam import workspace

    workspace.restore_modules()
    broken_modules.replace_broken()
    pages.build_all()


def rebuild(modules: set[str]) -> None:
    from builder.hot_reload import failures

    try:
        from app import broken_modules
        from builder.hot_reload import changes

        if changes.ALL_PAGES in modules:
            changes.OUTDATED.touch()

        broken_modules.replace_broken()
        from app.app import app
        from builder.hot_reload import pages

        pages.rebuild(app, modules)
    except Exception as error:
        failures.show_in_all_pages(error)


def encode_pictures() -> None:
    from builder.pictures import ENCODED, encode_all
    from builder.steps import BuildError

    try:
        encoded = encode_all()
    except BuildError as error:
        print(error, file=sys.stderr)
        return
    for name in encoded:
        shutil.copyfile(ENCODED / name, WEB / "public" / "pictures" / name)
