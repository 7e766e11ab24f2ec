"""Measures edit-to-browser and build times."""

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
from tools.bench.printing import progress, row

ROUNDS = 3
SETTLE_SECONDS = 3
"""The pause before each edit, during which Next.js and Reflex finish earlier work."""
TIMEOUT_MS = 180_000
SEEN_BUDGET, BUILT_BUDGET, NOTHING_BUDGET = "3 s", "15 s", "45 s"
PRODUCTS = ("fonts", "pictures", "placeholders", "compressed", ".next")


def loop() -> None:
    with TemporaryDirectory() as folder:
        builds(Path(folder))
    with TemporaryDirectory() as folder:
        progress("Starting the development server")
        with developing(Path(folder)) as server, page_with_long_timeout() as page:
            for name, edit in EDITS.items():
                progress(f"Editing {name}")
                seen = statistics.median(seconds_until_seen(server, page, edit) for _ in range(ROUNDS))
                row(f"from saving {name} to the browser, under `make dev`", f"{seen:.1f} s", SEEN_BUDGET)


def builds(folder: Path) -> None:
    project = copy_project(folder / "copy")
    for name in PRODUCTS:
        rmtree(project / ".web" / name, ignore_errors=True)
    progress("Building from nothing")
    row("`make build`, from nothing but the packages", f"{seconds_of_a_build(project):.0f} s", NOTHING_BUDGET)
    edit = EDITS["a text"]
    replace(project / edit.file, edit.old, edit.new)
    progress("Building after one word")
    row("`make build`, after one word in one page", f"{seconds_of_a_build(project):.0f} s", BUILT_BUDGET)
    row("`make build`, without a change", f"{seconds_of_a_build(project):.1f} s")


def seconds_until_seen(server: Development, page: Page, edit: Edit) -> float:
    page.goto(server.url + edit.page)
    page.wait_for_load_state("networkidle")
    time.sleep(SETTLE_SECONDS)
    start = time.monotonic()
    with server.edited(edit):
        page.wait_for_function(edit.seen)
        seen = time.monotonic() - start
    page.wait_for_function(f"!({edit.seen})")
    return seen


@contextmanager
def page_with_long_timeout() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        page = browser.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        yield page
        browser.close()


def seconds_of_a_build(project: Path) -> float:
    start = time.monotonic()
    run(project, "builder")
    return time.monotonic() - start
