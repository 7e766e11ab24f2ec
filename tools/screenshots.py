"""Saves screenshots of every page in `screenshots/` (`make screenshots`).

python -m tools.screenshots [name of a route …] [--widths 390,1280] [--light]
"""

import argparse
from itertools import product

from playwright.sync_api import Page, sync_playwright

from app.folders import ROOT
from app.i18n import LANGUAGES, Language
from app.routes import ROUTES, Place, places, url_for
from tests.support.chromium import launch
from tests.support.server_process import running_server

FOLDER = ROOT / "screenshots"
HEIGHTS_BY_WIDTH = {390: 844, 768: 1024, 1280: 800, 1920: 1080}
SCHEMES = ("light", "dark")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("routes", nargs="*", help="names of routes; all of them when none is named")
    parser.add_argument("--widths", default=",".join(map(str, HEIGHTS_BY_WIDTH)))
    parser.add_argument("--light", action="store_true", help="only the light color scheme")
    chosen = parser.parse_args()
    names = chosen.routes or {name for name in ROUTES if not name.startswith("desk")}
    wanted = [place for place in places() if place.route.name in names]
    widths = [int(width) for width in chosen.widths.split(",")]
    FOLDER.mkdir(exist_ok=True)
    with running_server() as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for width, scheme, language in product(widths, SCHEMES[:1] if chosen.light else SCHEMES, LANGUAGES):
            viewport = {"width": width, "height": HEIGHTS_BY_WIDTH.get(width, 900)}
            context = browser.new_context(viewport=viewport, color_scheme=scheme, locale=language.tag)  # pyright: ignore
            page = context.new_page()
            for place in wanted:
                if place.language == language:
                    take(page, server.url, place, f"{width}-{scheme}")
            if not chosen.routes:
                take_others(page, server.url, language, f"{width}-{scheme}")
            context.close()
        browser.close()


def take(page: Page, site: str, place: Place, suffix: str) -> None:
    page.goto(site + place.path.replace("[postId]", "12345"))
    shoot(page, "-".join([place.name, *place.params.values(), suffix]))


def take_others(page: Page, site: str, language: Language, suffix: str) -> None:
    page.goto(f"{site}{language.prefix}/nope")
    shoot(page, f"error-{language.code}-{suffix}")
    page.goto(site + url_for("about", language))
    menu = page.locator("header summary")
    if menu.is_visible():
        menu.click()
        shoot(page, f"menu-{language.code}-{suffix}", full_page=False)


def wait_until_loaded(page: Page) -> None:
    """Waits for all pictures and fonts, including pictures outside the viewport."""
    page.evaluate("[...document.images].forEach((image) => { image.loading = 'eager' })")
    page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    page.evaluate("document.fonts.ready.then(() => null)")


def shoot(page: Page, name: str, full_page: bool = True) -> None:
    wait_until_loaded(page)
    page.screenshot(path=FOLDER / f"{name}.png", full_page=full_page)
    print(name, flush=True)


if __name__ == "__main__":
    main()
