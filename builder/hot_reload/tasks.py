"""What is done in a process of its own: each function imports the project as it is then."""

import shutil
import signal
from collections.abc import Callable
from multiprocessing import parent_process


def do(work: Callable[..., None], *given: object) -> None:
    """Calls one of the others in a process that Ctrl-C ends, unlike the one that it was forked from.

    It does nothing if whoever has asked for it was ended before it began.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asking = parent_process()
    if asking and asking.is_alive():
        work(*given)


def make_all() -> None:
    """Makes every page and what they share.

    Raises:
        Exception: a page cannot be made.
    """
    from builder.hot_reload import pages
    from pwa.seam import workspace

    workspace.renew_modules()
    pages.make_all()


def renew(modules: set[str]) -> None:
    """Makes anew the pages that these modules concern; all of them say why, if the project cannot be imported."""
    from builder.hot_reload import failures, outdated

    outdated.note(modules)
    try:
        from app.app import app
        from builder.hot_reload import pages

        pages.renew(app, modules)
    except Exception as error:
        failures.in_every_page(error)


def encode_pictures() -> None:
    """Encodes what is missing, for Next to serve."""
    from app.folders import WEB
    from builder.pictures import ENCODED, encode_all

    for name in encode_all():
        shutil.copyfile(ENCODED / name, WEB / "public" / "pictures" / name)
