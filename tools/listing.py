"""`make listing`: creates screenshots and icons for the web app manifests."""

import io

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from app.components.icon.collection import bundled
from app.folders import ROOT
from app.i18n import LANGUAGES, Language
from app.routes import url_for
from pwa.manifest import SCREENSHOTS, SHORTCUT_SIDE, SHORTCUTS, WINDOWS, Screenshot, Shortcut
from tests.support.chromium import launch
from tests.support.server_process import running_server

ASSETS = ROOT / "assets"
QUALITY = 78
DRAWING = """\
<body style="margin: 0"><svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-12 -12 48 48">
<circle cx="12" cy="12" r="24" fill="#b8321f"/><g color="#fffaf0">%s</g></svg></body>"""


def main() -> None:
    (ASSETS / "listing").mkdir(exist_ok=True)
    with running_server() as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for shortcut in SHORTCUTS:
            draw_icon(browser, shortcut)
        for language in filter(lambda language: language.complete, LANGUAGES):
            for screenshot in SCREENSHOTS:
                take_screenshot(browser, server.url, screenshot, language)
        browser.close()


def draw_icon(browser: Browser, shortcut: Shortcut) -> None:
    page = browser.new_page(viewport={"width": SHORTCUT_SIDE, "height": SHORTCUT_SIDE})
    page.set_content(DRAWING % bundled()["icons"][shortcut.icon]["body"])
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    picture.quantize(32).save(ASSETS / shortcut.path.lstrip("/"), optimize=True)
    page.close()


def take_screenshot(browser: Browser, site: str, screenshot: Screenshot, language: Language) -> None:
    window = WINDOWS[screenshot.form]
    page = browser.new_page(
        viewport={"width": window.width, "height": window.height},
        device_scale_factor=window.density,
        locale=language.tag,
        reduced_motion="reduce",
    )
    page.goto(site + url_for(screenshot.route, language))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => null)")
    picture = Image.open(io.BytesIO(page.screenshot()))
    file = ASSETS / screenshot.path(language).lstrip("/")
    picture.convert("RGB").save(file, quality=QUALITY, method=6)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB", flush=True)
    page.close()


if __name__ == "__main__":
    main()
