"""Builds a copy of the site with a page that shows all examples. Takes a picture of each component there."""

import tempfile
from collections.abc import Collection
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.chromium import launch
from tests.support.project_copy import copy_project, link_prepared, replace, run
from tests.support.server_process import running_server
from tests.support.variant import COMPRESSED
from tools.components import examples
from tools.screenshots import wait_until_loaded

ROUTE = '    Route("contact", "/contact"),\n'
PATH = "/examples"
PAGE = """

def meta() -> Meta:
    return META


def page() -> Child:
    names = [name.removeprefix("of_") for name in globals() if name.startswith("of_")]
    return h.div(*(h.div(globals()[f"of_{name}"](), id=f"example-{name}") for name in names if name not in FACELESS))
"""
PHONE, DESKTOP = 390, 1040
HEIGHT = 580
"""The window's height, too small for fullpage.js to start."""
SCALES = {PHONE: 1, DESKTOP: 0.75}
WIDE = {
    "beside", "default", "document", "footer", "full_page", "fullpage", "grid", "halves", "header", "packages",
    "price_list", "samples", "table", "ticket", "workshop_dates",
}  # fmt: skip
"""Components that look different on phones, so they need a wide window."""
WHOLE = {"band", "beside", "default", "document", "footer", "full_page", "fullpage", "header", "page_title", "plain"}
WHOLE |= {"call_to_action", "samples", "slide", "slides", "wrapper"}
"""Full-width components, which need no padding."""
MAX_HEIGHT = 640
MAX_BYTES = 20_000
QUALITIES = (80, 65, 50, 35, 20, 10)


def take(names: Collection[str], faceless: Collection[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        project = _build(Path(temporary) / "project", faceless)
        with running_server(project) as server, sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            for width in SCALES:
                page = _open(browser, f"{server.url}/en{PATH}", width)
                for name in sorted(names):
                    if (name in WIDE) == (width == DESKTOP):
                        (folder / f"{name}.webp").write_bytes(encoded(_shot(page, name)))
            browser.close()


def _build(project: Path, faceless: Collection[str]) -> Path:
    copy_project(project)
    link_prepared(project, [COMPRESSED])
    source = Path(examples.__file__).read_text()
    (project / "app/pages/examples.py").write_text(f"{source}\n\nFACELESS = {sorted(faceless)}{PAGE}")
    replace(project / "app/routes.py", ROUTE, f'{ROUTE}    Route("examples", "{PATH}", layout="plain"),\n')
    run(project, "builder")
    return project


def _open(browser: Browser, url: str, width: int) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT},
        device_scale_factor=SCALES[width],
        locale="en",
        bypass_csp=True,  # the site's CSP forbids the style sheet below
        service_workers="block",  # prevents the notice about offline use, which would cover components
    )
    page = context.new_page()
    page.goto(url)
    margins = ", ".join(f"#example-{name}" for name in sorted(WHOLE))
    # `transform` confines fixed-position elements to their example
    boxes = "[id^=example-] { padding: 20px; transform: translate(0) }"
    page.add_style_tag(content=f"{boxes} {margins} {{ padding: 0 !important }}")
    wait_until_loaded(page)
    return page


def _shot(page: Page, name: str) -> bytes:
    return page.locator(f"#example-{name}").screenshot(animations="disabled")


def encoded(shot: bytes) -> bytes:
    """Returns a screenshot as WebP, cropped to `MAX_HEIGHT`, at the best quality that fits into `MAX_BYTES`.

    Raises:
        ValueError: the file is too large at the lowest quality.
    """
    with Image.open(BytesIO(shot)) as opened:
        image = opened.convert("RGB").crop((0, 0, opened.width, min(opened.height, MAX_HEIGHT)))
    for quality in QUALITIES:
        written = BytesIO()
        image.save(written, "WEBP", quality=quality, method=6)
        if written.tell() <= MAX_BYTES:
            return written.getvalue()
    raise ValueError(f"A picture has {written.tell()} bytes: make MAX_HEIGHT smaller (tools/components/pictures.py)")
