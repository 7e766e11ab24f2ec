"""Ways to break a page of the production build from outside: nothing of the site's code knows of them."""

from pathlib import PurePosixPath

from playwright.sync_api import Page

ELEMENT = """const element = (type, props = {}) =>
    ({ $$typeof: Symbol.for("react.transitional.element"), type, key: null, ref: null, props });"""
"""An element as React 19 makes it."""

RENDER = "function Broken() { throw new Error(%s); }"
MOUNT = """function Broken() {}
    Broken.prototype = { isReactComponent: {}, render() { return element(Page); },
        componentDidMount() { throw new Error(%s); } };"""
MODULE = "throw new Error(%s);"

# Next's scripts hand each page's module over by pushing it to `__NEXT_P`, which Next replaces when it starts.
HANDING_OVER = """(() => {
    %s
    const broken = ([path, load]) => [path, path !== %s ? load : () => {
        const { default: Page } = load();
        %s
        return { default: Broken };
    }];
    let queue;
    const wrap = (array) => new Proxy(array, {
        get: (target, name) => name === "push" ? (entry) => target.push(broken(entry)) : target[name],
    });
    const set = (array) => { if (array !== queue) queue = wrap(array); };
    Object.defineProperty(window, "__NEXT_P", { get: () => queue, set });
})()"""


def break_on_load(page: Page, path: str, how: str, message: str) -> None:
    """The component of the page at `path` is a broken one (`RENDER`, `MOUNT`, `MODULE`) from the next load on."""
    pattern = str(PurePosixPath(path))
    page.add_init_script(HANDING_OVER % (ELEMENT, repr(pattern), how % repr(message)))


def break_render(page: Page, message: str) -> None:
    """Goes, within the document, to a page whose component throws when it is rendered."""
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


def reject(page: Page, message: str) -> None:
    """Nobody handles a rejection."""
    page.evaluate("message => { setTimeout(() => Promise.reject(new Error(message))) }", message)


def throw(page: Page, message: str) -> None:
    """Nobody catches an error."""
    page.evaluate("message => { setTimeout(() => { throw new Error(message) }) }", message)


EARLY = """addEventListener("DOMContentLoaded", () => { Promise.reject(new Error(%r)) })"""
"""A script of the page's start: a rejection before the page is loaded."""
