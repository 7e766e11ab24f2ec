"""Simulates errors in pages of the production build."""

import json
from pathlib import PurePosixPath

from playwright.sync_api import Page, expect

from app.components.header import MENU
from app.content.errors import HINTS, TITLES
from app.i18n import Language, use
from app.routes import places, url_for
from tests.support.visitor import Visitor

ELEMENT = """const element = (type, props = {}) =>
    ({ $$typeof: Symbol.for("react.transitional.element"), type, key: null, ref: null, props });"""

RENDER = "function Broken() { throw new Error(%s); }"
MOUNT = """function Broken() {}
    Broken.prototype = { isReactComponent: {}, render() { return element(Page); },
        componentDidMount() { throw new Error(%s); } };"""
MODULE = "throw new Error(%s);"

# JavaScript that breaks a page when Next.js pushes the page's module into the array `__NEXT_P`.
HANDING_OVER = """(() => {
    %s
    const broken = ([path, load]) => [path, path !== %s ? load : () => {
        const { default: Page } = load();
        %s
        return { default: Broken };
    }];
    const wrap = (array) => new Proxy(array, {
        get: (target, name) => name === "push" ? (entry) => target.push(broken(entry)) : target[name],
    });
    let queue = wrap([]); // immediately, because scripts may store the queue
    const set = (array) => { if (array !== queue) queue = wrap(array); };
    Object.defineProperty(window, "__NEXT_P", { get: () => queue, set });
})()"""


def break_on_load(page: Page, path: str, how: str, message: str) -> None:
    """Makes the page at `path` fail on every load. `how` is the faulty code: `RENDER`, `MOUNT` or `MODULE`."""
    pattern = str(PurePosixPath(path))
    page.add_init_script(HANDING_OVER % (ELEMENT, repr(pattern), how % repr(message)))


def break_render(page: Page, message: str) -> None:
    page.evaluate(
        """message => {
            const { router } = next
            const Component = () => { throw new Error(message) }
            const { initial, ...page } = router.components[router.route]
            router.components["/bam"] = { ...page, Component, styleSheets: [] }
            router.push("/bam").catch(() => {})
        }""",
        message,
    )


OWN = "/_next/static/chunks/broken.js"
"""The URL of a script. The site treats errors in this script as errors in the site's own code."""


def run_own(page: Page, script: str) -> None:
    page.route(f"**{OWN}", lambda route: route.fulfill(content_type="text/javascript", body=script))
    page.add_script_tag(url=OWN)
    page.unroute(f"**{OWN}")


def reject(page: Page, message: str, status: int | None = None) -> None:
    properties = {} if status is None else {"statusCode": status}
    made = f"Object.assign(new Error({json.dumps(message)}), {json.dumps(properties)})"
    run_own(page, f"setTimeout(() => Promise.reject({made}))")


def throw(page: Page, message: str) -> None:
    run_own(page, f"setTimeout(() => {{ throw new Error({json.dumps(message)}) }})")


REJECT_BEFORE_HYDRATION = """const timer = setInterval(() => {
        if (!performance.getEntriesByName("hydration-start").length) return
        clearInterval(timer)
        const error = new Error(%r)
        error.stack = `Error\n    at f (${document.querySelector("script[src*='/main-']").src}:1:1)`
        Promise.reject(error)
    }, 1)"""


CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"


def assert_shows_error(guest: Visitor, language: Language, status: int = 500, message: str = "") -> None:
    page = guest.page
    with use(language):
        expect(page.locator("h1")).to_have_text(message or str(TITLES[status]))
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("main")).to_contain_text(str(status))
    expect(page.get_by_role("link").last).to_have_attribute("href", language.prefix or "/")
    menu = [url_for(name, language) for name, _label in MENU] if status in HINTS else []
    expect(page.get_by_role("link")).to_have_count(1 + len(menu))
    links = page.get_by_role("navigation").get_by_role("link")
    assert [each.get_attribute("href") for each in links.all()] == menu
    expect(page.locator("footer")).to_have_count(0)


ABOUT = [place for place in places() if place.route.name == "about"]


def cause_mismatch(page: Page) -> None:
    page.add_init_script(
        """new MutationObserver((_, observer) => {
            const heading = document.querySelector("h1")
            if (!heading) return
            observer.disconnect()
            heading.textContent += " changed on the way"
        }).observe(document, { childList: true, subtree: true })"""
    )
