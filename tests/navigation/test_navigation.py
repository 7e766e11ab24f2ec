"""Navigation opens pages in the same document, or loads another document."""

from typing import Any

from tests.support.javascript import Browser

START = """
    const loaded = [];
    const address = new URL("https://otisk.test/en/about");
    Object.assign(location, {
      ...Object.fromEntries(["href", "hash", "search", "pathname"].map((name) => [name, address[name]])),
      assign: (url) => loaded.push(url),
    });
    globalThis.sessionStorage = createStorage();
    const { openPage } = await import("$/app/navigation/navigation.js");
    const { handover } = await import("$/app/start/handover.js");
    window.__NEXT_DATA__ = { buildId: "1" };
    let opened = 0;
    const open = async (url) => {
      void openPage(async () => { opened++; }, "pushState", url, "/en/about", () => {});
      await settle();
    };
"""


def test_a_newer_build_is_loaded_as_soon_as_no_inquiry_would_be_lost(javascript: Browser) -> None:
    script = """
        handover.latest = { id: "2" };
        handover.isBusy = () => true;
        await open("/en/contact");
        const busy = [opened, loaded.length];
        handover.isBusy = () => false;
        await open("/en/links");
        return [busy, opened, loaded];
    """
    assert run(javascript, script) == [[1, 0], 1, ["https://otisk.test/en/links"]]


def run(javascript: Browser, script: str) -> Any:
    return javascript.run(START + script)
