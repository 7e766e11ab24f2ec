from tests.support.engines.engine import Tab
from tests.support.engines.steps import CHANGE_NETWORK, GO_OFFLINE, NOTICE, open_application

COME_BACK = CHANGE_NETWORK % ("true", "pageshow")
"""JavaScript that imitates a document in the back/forward cache. Such a document gets no `online` event."""
GO_ONLINE = CHANGE_NETWORK % ("true", "online")
BOX = f"document.querySelector('{NOTICE} > div')"
RECORD_TEXTS = f"""void (
    window.texts = new Set(),
    new MutationObserver(() => {BOX} && texts.add({BOX}.textContent))
        .observe(document.body, {{ childList: true, characterData: true, subtree: true }})
)"""
IS_CLEAR = f"""(() => {{
    scrollTo({{ top: document.documentElement.scrollHeight, behavior: "instant" }});
    const end = document.querySelector("footer > div:last-child").getBoundingClientRect().bottom;
    return end <= Math.min(innerHeight, {BOX}?.getBoundingClientRect().top ?? Infinity);
}})()"""
"""JavaScript that scrolls to the end of the page and returns whether no notice covers the last line."""


def test_the_offline_notice_does_not_cover_the_footer(phone: Tab, site: str) -> None:
    for path, text in (("/en/contact", "You can keep reading"), ("/contact", "Číst můžete dál")):
        open_application(phone, site + path)
        phone.evaluate(RECORD_TEXTS)
        phone.evaluate(GO_OFFLINE)
        phone.until(f"{BOX}?.textContent.includes({text!r}) && {IS_CLEAR}")
        assert phone.evaluate("texts.size") == 1, "screen readers announce each text"
    phone.click(f"{NOTICE} button[aria-label]")
    phone.until(f"!{BOX} && getComputedStyle(document.body).paddingBottom === '0px'")


def test_the_offline_notice_disappears_from_a_document_that_back_restores_online(phone: Tab, site: str) -> None:
    open_application(phone, f"{site}/en/contact")
    # Goes online first, because a closed notice can return only after that.
    phone.until(f"({COME_BACK}, {GO_OFFLINE}, {BOX})")
    phone.evaluate(COME_BACK)
    phone.until(f"!{BOX}")
    phone.evaluate(RECORD_TEXTS)
    phone.evaluate(f"({GO_OFFLINE}, {GO_ONLINE})")
    phone.evaluate(GO_OFFLINE)
    phone.until(BOX)
    assert phone.evaluate("texts.size") == 1, "a short loss of the network is reported"
    phone.evaluate(GO_ONLINE)
    phone.until(f"{BOX}?.textContent.includes('back online')")
