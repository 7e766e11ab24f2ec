"""`python -m builder.hot_reload <file descriptor>`: makes every page, writes a byte there, then remakes the pages that
a change concerns.

Each time in a new process, forked from one that has imported all packages and nothing of the project.

Ctrl-C reaches all of them: each ends at once and says nothing. Who is still importing ignores it, and ends with the
process that has started it.
"""

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import forkserver, get_context

from watchfiles import watch

from app.folders import ROOT
from builder.hot_reload import assets, tasks
from builder.hot_reload.changes import PICTURES, Sources

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
"""What takes long to import."""
MILLISECONDS_UNTIL_SETTLED = 20
"""After a change without another one; editors write a file in several steps."""
MILLISECONDS_BETWEEN_LOOKS = 1000
"""At whether `reflex run` is still there."""

processes = get_context("forkserver")


def main() -> int:
    """The exit code: 1 if the pages cannot be made at first."""
    parent = os.getppid()
    processes.set_forkserver_preload(list(PACKAGES))
    forkserver.ensure_running()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if not _in_a_new_process(tasks.make_all):
        return 1
    sources = Sources()
    try:
        os.write(int(sys.argv[1]), b"\n")
    except BrokenPipeError:
        return 1
    for found in watch(
        *(ROOT / name for name in WATCHED),
        step=MILLISECONDS_UNTIL_SETTLED,
        rust_timeout=MILLISECONDS_BETWEEN_LOOKS,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        if os.getppid() != parent:
            break
        if found:
            files = {os.path.relpath(path, ROOT) for _, path in found}
            if any(file.startswith(PICTURES) for file in files):
                _in_a_new_process(tasks.encode_pictures)
            if assets.lay(files):
                _in_a_new_process(tasks.renew, sources.concerned(files))
    return 0


def _in_a_new_process(work: Callable[..., None], *given: object) -> bool:
    process = processes.Process(target=tasks.do, args=(work, *given))
    process.start()
    process.join()
    return process.exitcode == 0


if __name__ == "__main__":
    sys.exit(main())
