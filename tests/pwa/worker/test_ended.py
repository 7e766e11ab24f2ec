from tests.support.javascript import Browser


def test_tabs_are_reloaded_without_the_fragments_of_their_addresses(javascript: Browser) -> None:
    assert javascript.run("""
        const [listeners, urls] = [{}, []];
        const tab = (url) => ({ url, navigate: async (url) => void urls.push(url) });
        globalThis.caches = { keys: async () => [] };
        globalThis.self = {
          addEventListener: (type, listener) => { listeners[type] = listener; },
          registration: { unregister: async () => {} },
          clients: { matchAll: async () => [tab("https://otisk.test/en"), tab("https://otisk.test/bam?a=1#00ff00")] },
        };
        await import("$/pwa/worker/ended.js");
        await new Promise((done) => listeners.activate({ waitUntil: (task) => task.then(done) }));
        return urls;
    """) == ["https://otisk.test/en", "https://otisk.test/bam?a=1"]
