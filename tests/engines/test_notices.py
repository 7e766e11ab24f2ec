"""A notice does not cover the end of the page."""

from tests.support.engines.engine import Tab
from tests.support.engines.steps import NOTICE, open_application

GO_OFFLINE = """void (
    Object.defineProperty(Navigator.prototype, "onLine", { configurable: true, get: () => false }),
    dispatchEvent(new Event("offline"))
)"""
BOX = f"document.querySelector('{NOTICE} > div')"
IS_CLEAR = f"""(() => {{
    scrollTo({{ top: document.documentElement.scrollHeight, behavior: "instant" }});
    const end = document.querySelector("footer > div:last-child").getBoundingClientRect().bottom;
    return end <= Math.min(innerHeight, {BOX}?.getBoundingClientRect().top ?? Infinity);
}})()"""
"""JavaScript that scrolls to the end of the page and returns whether the last line is visible."""


def test_the_offline_notice_does_not_cover_the_footer(phone: Tab, site: str) -> None:
    for path in ("/en/contact", "/contact"):
        open_application(phone, site + path)
        phone.evaluate(GO_OFFLINE)
        phone.until(f"{BOX} && {IS_CLEAR}")
    phone.click(f"{NOTICE} button[aria-label]")
    phone.until(f"!{BOX} && getComputedStyle(document.body).paddingBottom === '0px'")
