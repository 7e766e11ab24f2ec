"""Makes the backend of `reflex run` evaluate pages that use `rx.ComponentState`, because evaluation creates the states.

The backend evaluates only listed pages. Reflex writes the list only in complete builds, so `add` extends the list.
"""

import json
from collections.abc import Iterable
from contextlib import suppress

from reflex import constants
from reflex.app import App

from app.folders import WEB
from app.seam.reflex_internals import expect_parameters
from pwa.seam.workspace import BACKEND

expect_parameters(App._compile_page, "self", "route", "save_page")

LIST = WEB / BACKEND / constants.Dirs.STATEFUL_PAGES


def add(routes: Iterable[str]) -> None:
    listed = json.loads(LIST.read_text()) if LIST.exists() else []
    LIST.parent.mkdir(parents=True, exist_ok=True)
    LIST.write_text(json.dumps(list(dict.fromkeys([*listed, *routes]))))


def skip_failing() -> None:
    """Makes the backend skip pages that fail, because hot reload shows their errors."""
    evaluate = App._compile_page

    def evaluate_or_skip(self: App, route: str, save_page: bool = True) -> None:
        with suppress(Exception):
            evaluate(self, route, save_page)

    App._compile_page = evaluate_or_skip
