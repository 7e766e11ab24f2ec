from tests.support.javascript import Browser

PRECACHE = """
    export class PrecacheController {
      addToCacheList() {}
      getCachedURLs() { return [`${location.origin}/about`]; }
      getCacheKeyForURL(path) { return location.origin + path; }
      getIntegrityForCacheKey() {}
    }
"""


def test_a_failed_installation_is_remembered_even_if_the_disk_is_full(javascript: Browser) -> None:
    (javascript.folder / "stand-ins/workbox-precaching-PrecacheController.js.js").write_text(PRECACHE)
    assert javascript.run("""
        const stored = new Set();
        const cache = {
          keys: async () => [],
          put: async (path) => void stored.add(path),
          delete: async (path) => stored.delete(path),
        };
        globalThis.caches = { open: async () => cache, match: async (path) => stored.has(path) || undefined };
        globalThis.self = { __SITE: { files: {} }, __WB_MANIFEST: [] };
        globalThis.Request = class {};
        AbortSignal.any = undefined;
        globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); };
        const { expectUpdates, hasUpdateFailed } = await import("$/pwa/worker/failed_update.js");
        const { install } = await import("$/pwa/worker/precache.js");
        await expectUpdates();
        const before = await hasUpdateFailed();
        cache.put = async () => { throw new DOMException("", "QuotaExceededError"); };
        const error = await install().catch(({ message }) => message);
        const after = await hasUpdateFailed();
        await expectUpdates(); // must not reject
        cache.put = async (path) => void stored.add(path);
        self.__SITE.files = {};
        cache.keys = async () => [{ url: `${location.origin}/about` }];
        await install();
        return [before, error, after, await hasUpdateFailed()];
    """) == [False, "Failed to fetch", True, False]
