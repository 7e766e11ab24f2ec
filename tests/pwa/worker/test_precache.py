from typing import Any

import pytest

from tests.support.javascript import Browser

PRECACHE = """
    const scripts = ["/_next/a.2.js", "/_next/b.2.js", "/_next/late.22222222.js", "/_next/other.22222222.js", "/a.js"];
    const files = ["/about", "/contact", "/news", "/offline", "/en/offline", ...scripts];
    const keyOf = (path) => `${location.origin}${path}?revision=2`;
    export class PrecacheController {
      addToCacheList() {}
      getCachedURLs() { return files.map((path) => location.origin + path); }
      getCacheKeyForURL(path) { return keyOf(path); }
      getIntegrityForCacheKey() { return "sha256-1"; }
      async matchPrecache(path) { return cached.get(keyOf(path)); }
    }
"""
INSTALL = """
    const html = (script) => new Response(`<script src="/_next/${script}.2.js">`);
    const page = (path) => `${location.origin}${path}?revision=1`;
    const before = ["/contact", "/removed", "/_next/a.1.js", "/_next/late.11111111.js"];
    globalThis.cached = new Map(before.map((path) => [page(path), html("a")]));
    const cache = {
      keys: async () => [...cached.keys()].map((url) => ({ url })),
      put: async (url, response) => void cached.set(url, response),
      delete: async (url) => cached.delete(url),
    };
    globalThis.caches = { open: async () => cache };
    globalThis.self = {
      __SITE: { files: {} }, __WB_MANIFEST: [],
      clients: { matchAll: async () => ["/about", "/%E0%A4%A"].map((path) => ({ url: location.origin + path })) },
    };
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    globalThis.Request = class { constructor(path) { this.path = path; } };
    AbortSignal.any = undefined;
    const fetched = [];
    let running = 0, maxRunning = 0;
    let lost, fail;
    globalThis.fetch = async ({ path }) => {
      fetched.push(path);
      maxRunning = Math.max(maxRunning, ++running);
      await null;
      running--;
      if (path === lost) return fail();
      const answer = html(path === "/contact" ? "b" : "a");
      return Object.defineProperty(answer, "type", { value: "basic" });
    };
    const { install, paths } = await import("$/pwa/worker/precache.js");
"""


def installed(javascript: Browser, script: str) -> Any:
    (javascript.folder / "stand-ins/workbox-precaching-PrecacheController.js.js").write_text(PRECACHE)
    return javascript.run(INSTALL + script)


def test_an_update_keeps_the_cached_pages_in_data_saver_mode(javascript: Browser) -> None:
    """After the update, pages that worked offline must still work, and so must scripts that they load late.

    The update must ignore a tab whose address cannot be decoded.
    """
    pages = ["/about", "/contact", "/en/offline", "/offline"]
    found = installed(javascript, "await install(); return fetched.sort();")
    assert found == ["/_next/a.2.js", "/_next/b.2.js", "/_next/late.22222222.js", *pages]


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        ("{ throw new TypeError('Failed to fetch'); }", "Failed to fetch"),
        ("new Response('<title>Sign in</title>')", "/news answers 200"),
    ],
    ids=["lost", "a sign-in page"],
)
def test_the_next_installation_completes_an_interrupted_one(javascript: Browser, failure: str, message: str) -> None:
    script = (
        f"fail = () => {failure};"
        + """
        navigator.connection.saveData = false;
        lost = "/news";
        const error = await install().catch(({ message }) => message);
        await settle();
        const first = fetched.splice(0);
        lost = undefined;
        await install();
        return [error, first, fetched, paths, maxRunning];
    """
    )
    error, first, second, paths, max_running = installed(javascript, script)
    assert (error, max_running) == (message, 4)
    assert {*first} & {*second} == {"/news"}
    assert sorted([*first, *second]) == sorted([*paths, "/news"])
