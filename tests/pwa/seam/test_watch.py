"""Private content disappears when it is for another page or another visitor."""

SETUP = """
const listeners = [], sent = [], shown = [];
let reloads = 0;
globalThis.BroadcastChannel = class {
  addEventListener(_name, listener) { listeners.push(listener); }
  removeEventListener() {}
  postMessage(message) { sent.push(message); }
};
location.reload = () => { reloads++; };
const { DispatchContext } = await import("$/utils/context.js");
DispatchContext.value = { members: (delta) => shown.push(delta.view) };
const { Watch } = await import("$/pwa/seam/watch.js");
const watch = (props) => Watch({ state: "members", ...props });
const receive = (data) => listeners.forEach((listener) => listener({ data }));
"""


def test_a_post_does_not_appear_under_another_address(javascript) -> None:
    assert javascript.run(
        SETUP
        + """
        location.pathname = "/patreon/private/2";
        watch({ access: "in", path: "/patreon/private/2" });
        watch({ access: "in" });
        const before = shown.length;
        watch({ access: "in", path: "/patreon/private/1" });
        return [before, shown];
        """
    ) == [0, [None]]
