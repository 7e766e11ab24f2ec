"""Offline, the service worker opens `/` in the visitor's last language, unless a link on the site was clicked."""

import pytest

from pwa.worker.cache_rules import home
from tests.support.javascript import Browser

PRECACHE = """
    export class PrecacheController {
      addToCacheList() {}
      getCachedURLs() { return []; }
      async matchPrecache(path) { return path; }
    }
"""
OPEN = """
    globalThis.self = { __SITE: { files: {} }, __WB_MANIFEST: [] };
    globalThis.caches = { match: async () => new Response("en") };
    globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); };
    Response.redirect = (url) => url;
    const { navigate } = await import("$/pwa/worker/navigation.js");
    return navigate({ request: { referrer: "%s" } }, { pathname: "/", search: "?from=letter" });
"""


@pytest.mark.parametrize(
    ("referrer", "answer"),
    [("", "/en?from=letter"), ("https://elsewhere.test/", "/en?from=letter"), ("https://otisk.test/en", home())],
)
def test_root_is_in_the_last_language_unless_a_link_of_the_site_leads_there(
    javascript: Browser, referrer: str, answer: str
) -> None:
    (javascript.folder / "stand-ins/workbox-precaching-PrecacheController.js.js").write_text(PRECACHE)
    assert javascript.run(OPEN % referrer) == answer
