"""What somebody waits for who edits a page: until an edit is in the browser, and until the site is built."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.support.chromium import launch
from tests.support.developing import EDITS, Development, Edit, developing
from tests.support.project_copy import copy_project, replace, run
from tools.bench.printing import doing, row

TIMES = 3
"""How often each edit is made; medians are printed."""
SECONDS_TO_SETTLE = 3
"""After which Next and Reflex's backend have nothing left to do for an edit."""
PATIENCE_MS = 180_000
SEEN_BUDGET, BUILT_BUDGET, NOTHING_BUDGET = "3 s", "15 s", "45 s"
MADE = ("fonts", "pictures", "placeholders", "compressed", ".next")
"""What builds keep in `.web` besides the packages."""


def loop() -> None:
    """Prints the rows of edits and builds, of a copy of the project."""
    with TemporaryDirectory() as folder:
        builds(Path(folder))
    with TemporaryDirectory() as folder:
        doing("Starting the development server")
        with developing(Path(folder)) as server, opened() as page:
            for name, edit in EDITS.items():
                doing(f"Editing {name}")
                seen = statistics.median(seconds_until_seen(server, page, edit) for _ in range(TIMES))
                row(f"from saving {name} to the browser, under `make dev`", f"{seen:.1f} s", SEEN_BUDGET)


def builds(folder: Path) -> None:
    """Prints the rows of builds."""
    project = copy_project(folder / "copy")
    for name in MADE:
        rmtree(project / ".web" / name, ignore_errors=True)
    doing("Building from nothing")
    row("`make build`, from nothing but the packages", f"{seconds_of_a_build(project):.0f} s", NOTHING_BUDGET)
    edit = EDITS["a text"]
    replace(project / edit.file, edit.old, edit.new)
    doing("Building after one word")
    row("`make build`, after one word in one page", f"{seconds_of_a_build(project):.0f} s", BUILT_BUDGET)
    row("`make build`, without a change", f"{seconds_of_a_build(project):.1f} s")


def seconds_until_seen(server: Development, page: Page, edit: Edit) -> float:
    """How long an edit takes to be seen in the page, which is open; then it is taken back."""
    page.goto(server.url + edit.page)
    page.wait_for_load_state("networkidle")
    time.sleep(SECONDS_TO_SETTLE)
    start = time.monotonic()
    with server.edited(edit):
        page.wait_for_function(edit.seen)
        seen = time.monotonic() - start
    page.wait_for_function(f"!({edit.seen})")
    return seen


@contextmanager
def opened() -> Iterator[Page]:
    """A patient visitor's page."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        yield page
        browser.close()


def seconds_of_a_build(project: Path) -> float:
    """How long a build takes there."""
    start = time.monotonic()
    run(project, "builder")
    return time.monotonic() - start
