"""Navigation loads another document if a newer build exists. For an invalid URL, it shows the error page."""

from typing import Any

import pytest

from tests.support.javascript import Browser

START = """
    const [loaded, pushed, reported, shown] = [[], [], [], []];
    const address = new URL("https://otisk.test/en/about");
    Object.assign(location, {
      ...Object.fromEntries(["href", "hash", "search", "pathname"].map((name) => [name, address[name]])),
      assign: (url) => loaded.push(url),
    });
    globalThis.sessionStorage = createStorage();
    globalThis.history = { pushState: (state, title, url) => pushed.push(url) };
    const { openPage } = await import("$/app/navigation/navigation.js");
    const { connect } = await import("$/app/guard/report.js");
    const { mounted } = await import("$/app/monitoring/monitor.js");
    const { handover } = await import("$/app/start/handover.js");
    window.__NEXT_DATA__ = { buildId: "1" };
    connect(({ message }, { type, handled }) => reported.push([message, type, handled]));
    mounted((failure) => shown.push(failure));
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


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("/en/vouchers/nope?a=%20b#c", "/en/vouchers/nope?a=%20b"),
        ("/en/vouchers/%C5%BE", "/en/vouchers/ž"),
        ("/en/vouchers/%9E", "/en/vouchers/%9E"),
    ],
    ids=["a query and a hash", "encoded", "not UTF-8"],
)
def test_an_invalid_parameter_is_a_reported_fatal_error(javascript: Browser, url: str, path: str) -> None:
    """The message has capital letters, because Sentry ignores the message "Page not found"."""
    message = f"Page Not Found: {path}"
    assert run(javascript, f"await open('{url}'); return [reported, shown, pushed, loaded, opened];") == [
        [[message, "navigation", False]],
        [{"status": 404, "message": message}],
        [url],
        [],
        0,
    ]


def run(javascript: Browser, script: str) -> Any:
    return javascript.run(START + script)
