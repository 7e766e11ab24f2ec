"""`python -m builder.hot_reload <fd>`: builds all pages, writes a byte to `fd` when they are ready, then waits
for changes.

The parent process imports all packages, but no project modules. It forks for each change, so each fork starts quickly
and imports the current code.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing import forkserver, get_context
from pathlib import Path
from threading import Thread

from watchfiles import watch

from app.folders import ROOT, is_stray
from builder.hot_reload import assets, tasks
from builder.hot_reload.changes import PICTURES, ChangeTracker, changed_files
from builder.processes import end_marked

WATCHED = ("app", "assets", "builder", "locales", "pwa", "rxconfig.py")
PACKAGES = (
    "babel.messages.mofile",
    "babel.messages.pofile",
    "babel.numbers",
    "cryptography.fernet",
    "fontTools.subset",
    "fontTools.ttLib",
    "fontTools.varLib",
    "nh3",
    "PIL.Image",
    "pydantic_settings",
    "reflex.app",
    "reflex.compiler.compiler",
    "reflex.utils.build",
)
SETTLE_MS = 20
"""The time to wait for further changes. Some editors save a file in several steps."""
PARENT_POLL_SECONDS = 1

processes = get_context("forkserver")


def main() -> int:
    parent = os.getppid()
    processes.set_forkserver_preload(list(PACKAGES))
    forkserver.ensure_running()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_exit_with, args=[parent], daemon=True).start()
    tracker, started = ChangeTracker(), time.time()
    if not _in_new_process(tasks.build_all):
        return 1
    try:
        os.write(int(sys.argv[1]), b"\n")
    except BrokenPipeError:
        return 1
    for files in _changes(started):
        try:
            _apply(files, tracker)
        except OSError:  # a changed file might no longer exist
            traceback.print_exc()
    return 0


def _apply(files: set[str], tracker: ChangeTracker) -> None:
    if any(file.startswith(PICTURES) for file in files):
        _in_new_process(tasks.encode_pictures)
    if assets.copy(files):
        _in_new_process(tasks.rebuild, tracker.affected_modules(files))


def _changes(since: float) -> Iterator[set[str]]:
    now = time.time()
    while files := changed_files(WATCHED, since):
        yield files
        since, now = now, time.time()
    for found in watch(*(ROOT / name for name in WATCHED), step=SETTLE_MS, raise_interrupt=False):
        yield {os.path.relpath(path, ROOT) for _, path in found if not is_stray(Path(path))}


def _exit_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PARENT_POLL_SECONDS)
    end_marked()
    os._exit(1)


def _in_new_process(task: Callable[..., None], *arguments: object) -> bool:
    process = processes.Process(target=tasks.run, args=(task, *arguments))
    process.start()
    process.join()
    return process.exitcode == 0


if __name__ == "__main__":
    sys.exit(main())
