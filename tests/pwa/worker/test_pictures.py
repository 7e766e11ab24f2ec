import json

import pytest

from app.http.static import CACHING
from tests.support.javascript import Browser

STAND_INS = {
    "workbox-precaching-PrecacheController.js": """
        export class PrecacheController {
          addToCacheList(files) { this.paths = files.map(({ url }) => url); }
          getCachedURLs() { return this.paths.map((path) => location.origin + path); }
          async matchPrecache(path) { return this.paths.includes(path) ? { ok: true, from: path } : undefined; }
        }
    """,
    "workbox-expiration-ExpirationPlugin.js": "export class ExpirationPlugin {}",
    "workbox-strategies-CacheFirst.js": """
        export class CacheFirst {
          async handle({ request }) {
            const stored = await caches.match(request.url);
            return stored || fetch(request).catch(() => { throw { name: "no-response" }; });
          }
        }
    """,
}
ASK = """
    const stored = PICTURES.map((path) => location.origin + path);
    const HEADERS = new Headers({ "cache-control": CACHING, "content-type": "image/avif" });
    globalThis.self = { __SITE: { files: {} }, __WB_MANIFEST: PRECACHED.map((url) => ({ url })) };
    const match = (path) => {
      if (IS_BROKEN) throw new DOMException("Internal error", "UnknownError");
      return stored.includes(new URL(path, location.origin).href)
        ? { ok: true, from: path, status: 200, type: "basic", redirected: false, headers: HEADERS }
        : undefined;
    };
    globalThis.caches = {
      match: async (path) => match(path),
      open: async () => ({ keys: async () => stored.filter(match).map((url) => ({ url })) }),
    };
    let requests = 0;
    globalThis.fetch = async () => {
      requests++;
      if (!STATUS) throw new TypeError("Failed to fetch");
      return new Response("", { status: STATUS });
    };
    const { picture } = await import("$/pwa/worker/pictures.js");
    AbortSignal.any = undefined; // a plain object cannot be copied
    const request = { url: location.origin + ASKED };
    const response = await picture({ request }, { pathname: ASKED });
    if (requests > 1) throw new Error("The picture was requested twice");
    return response.from ?? response.status;
"""
ASKED = "/pictures/posters-1-1200.new.avif"
NARROW = "/pictures/posters-1-800.new.avif"
UNLIKE = tuple(f"/pictures/posters-{name}" for name in ("1-1200.old.avif", "1-2000.new2.webp", "12-2000.new.avif"))
OFFLINE = 0


def answer(
    javascript: Browser, status: int, *, pictures: tuple[str, ...], precached: tuple[str, ...], is_broken: bool = False
) -> str | int:
    """Returns the path of the stored file that the service worker responds with, or the status of another response."""
    for name, text in STAND_INS.items():
        (javascript.folder / f"stand-ins/{name}.js").write_text(text)
    values = {
        "PICTURES": pictures,
        "PRECACHED": precached,
        "CACHING": CACHING["immutable"],
        "STATUS": status,
        "ASKED": ASKED,
        "IS_BROKEN": is_broken,
    }
    return javascript.run("".join(f"const {name} = {json.dumps(value)};" for name, value in values.items()) + ASK)


@pytest.mark.parametrize("status", [OFFLINE, 404, 429, 503])
def test_the_same_photograph_at_another_width_replaces_a_missing_picture(javascript: Browser, status: int) -> None:
    assert answer(javascript, status, pictures=UNLIKE, precached=(*UNLIKE, NARROW)) == NARROW
    assert answer(javascript, status, pictures=(*UNLIKE, NARROW), precached=()) == NARROW


@pytest.mark.parametrize("status", [OFFLINE, 404])
def test_another_photograph_does_not_replace_a_missing_picture(javascript: Browser, status: int) -> None:
    assert answer(javascript, status, pictures=UNLIKE, precached=UNLIKE) == status


def test_a_picture_that_can_be_loaded_is_not_replaced(javascript: Browser) -> None:
    assert answer(javascript, 200, pictures=(), precached=(NARROW,)) == 200


@pytest.mark.parametrize(("status", "expected"), [(200, 200), (404, NARROW), (OFFLINE, NARROW)])
def test_a_cache_that_cannot_be_read_counts_as_empty(javascript: Browser, status: int, expected: str | int) -> None:
    assert answer(javascript, status, pictures=(ASKED,), precached=(NARROW,), is_broken=True) == expected
