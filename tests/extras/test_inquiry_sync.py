import pytest

from tests.support.javascript import Browser

SYNC = """
    const inMinutes = IN_MINUTES;
    const now = Date.now();
    const entry = {
      id: "1", url: "https://otisk.test/inquiries", what: "other", created: now, state: "waiting", tried: now,
      notBefore: now + inMinutes * 60 * 1000,
    };
    const stores = { entries: new Map([["1", entry]]), contents: new Map([["1", []]]) };
    const answer = (result) => {
      const request = { result };
      queueMicrotask(() => request.onsuccess());
      return request;
    };
    const objectStore = (name) => ({
      getAll: () => answer([...stores[name].values()]),
      get: (id) => answer(stores[name].get(id)),
      put: (value, id) => stores[name].set(id, value),
    });
    const transaction = () => {
      const opened = { objectStore };
      setImmediate(() => opened.oncomplete());
      return opened;
    };
    const objectStoreNames = { contains: () => false };
    globalThis.indexedDB = { open: () => answer({ objectStoreNames, transaction, close() {} }) };
    globalThis.caches = { open: async () => ({ match: async () => undefined }) };
    globalThis.BroadcastChannel = undefined; // an open channel would keep Node running
    let posts = 0;
    globalThis.fetch = async () => {
      posts++;
      return Response.json({ id: "1", state: "sent", reference: "AB12CD34" }, { status: 201 });
    };
    const { sync } = await import("$/pwa/worker/inquiries.js");
    const isRetried = await sync({ tag: "inquiries" }).then(() => false, () => true);
    return [posts, isRetried];
"""


@pytest.mark.parametrize(("minutes", "outcome"), [(30, [0, True]), (-1, [1, False])], ids=["not due", "due"])
def test_a_sync_is_retried_while_an_inquiry_waits(javascript: Browser, minutes: int, outcome: list[object]) -> None:
    """The browser repeats a sync only if its promise rejects."""
    assert javascript.run(SYNC.replace("IN_MINUTES", str(minutes))) == outcome
