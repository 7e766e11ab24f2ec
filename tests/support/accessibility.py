"""Checks the accessibility of a page with axe-core and the Tab key."""

from collections.abc import Iterator
from typing import Literal

from playwright.sync_api import Page, ViewportSize

from pwa.seam.workspace import WEB

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}

# JavaScript that runs a single axe-core rule if `only` names one. Otherwise, runs the default rules and `target-size`.
_JUDGE = """async (only) => {
    document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())
    const options = only ? { runOnly: [only] } : { rules: { "target-size": { enabled: true } } }
    const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary.replace(/\\s+/g, " ")}`))
}"""

# JavaScript that returns whether the focused element's outline is visible, and the element's HTML. The outline needs a
# contrast of 3:1 with the background on its left (WCAG 1.4.11). The contrast with a picture always suffices.
_FOCUS = """() => {
    const background = (each) => getComputedStyle(each).backgroundColor
    const light = (color) => {
        const [red, green, blue] = color.match(/\\d+/g).map((each) => ((each / 255 + 0.055) / 1.055) ** 2.4)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    }
    const element = document.activeElement
    if (!element || element === document.body || element.dataset.seen) return null
    element.dataset.seen = "yes"
    element.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish())
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element)
    const { left, top, right, bottom } = element.getClientRects()[0]
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint(x, y)
    const framed = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
    const free = element.contains(above) || element === above?.closest("a, button")
    const ring = parseFloat(outlineOffset) + parseFloat(outlineWidth) / 2
    const layers = document.elementsFromPoint(Math.max(left - ring, 0), y)
    const behind = layers.find((each) => each.matches("img") || background(each).startsWith("rgb("))
    const ratio = behind && !behind.matches("img") ? light(outlineColor) / light(background(behind)) : Infinity
    return [framed && free && Math.max(ratio, 1 / ratio) >= 3, element.outerHTML.slice(0, 200)]
}"""


def violations(page: Page, *windows: ViewportSize, dark: bool = True) -> Iterator[str]:
    """Yields faults that axe-core finds at each viewport size. If `dark` is true, also checks contrast in dark mode."""
    for window in windows or (PHONE, DESK):
        page.set_viewport_size(window)
        yield from _found(page, window, "light", None)
        if dark:
            yield from _found(page, window, "dark", "color-contrast")


def _found(page: Page, window: ViewportSize, scheme: Literal["light", "dark"], only: str | None) -> Iterator[str]:
    page.emulate_media(color_scheme=scheme)
    for violation in page.evaluate(_JUDGE, only):
        yield f"{window['width']} px, {scheme}: {violation}"


def tab_stops(page: Page) -> Iterator[tuple[bool, str]]:
    """Presses Tab until the focus returns to the start. For each focused element, yields whether the focus is visible,
    and the element's HTML.
    """
    while True:
        page.keyboard.press("Tab")
        stop = page.evaluate(_FOCUS)
        if not stop:
            return
        yield stop
