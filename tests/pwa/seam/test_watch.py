import pytest

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
        const rest = { access: "in", listed: true };
        watch({ access: "in", path: "/patreon/private/1", rest });
        receive("out");
        watch({ access: "in", path: "/patreon/private/1", rest });
        return [before, shown[0], shown.at(-1)];
        """
    ) == [0, {"access": "in", "listed": True}, {"access": "out"}]


@pytest.mark.parametrize(
    ("access", "signal", "message", "reloads"),
    [
        ("out", "out", "not out", 1),
        ("out", "desk-out", "not desk-out", 1),
        ("out", "desk-out", "not out", 0),
        ("in", "out", "not out", 0),
        ("", "out", "not out", 0),
        ("out", "out", "out", 0),
    ],
)
def test_a_signed_out_page_reloads_after_a_sign_in_elsewhere(javascript, access, signal, message, reloads) -> None:
    script = f"watch({{ access: '{access}', signal: '{signal}' }}); receive('{message}'); return reloads;"
    assert javascript.run(SETUP + script) == reloads


@pytest.mark.parametrize(
    ("messages", "access", "shown", "reloads"),
    [
        (["out"], "in", [{"access": "out"}], 0),
        (["out", "not out"], "in", [None], 0),
        (["out", "not out"], "out", [None], 1),
        (["not out"], "out", [], 1),
        (["not out"], "in", [], 0),
        (["not out", "out"], "out", [{"access": "out"}], 0),
        (["not desk-out"], "out", [], 0),
    ],
)
def test_a_page_considers_what_happened_elsewhere_before_it_opened(
    javascript, messages, access, shown, reloads
) -> None:
    script = f"{messages}.forEach(receive); watch({{ access: '{access}' }}); return [shown, reloads];"
    assert javascript.run(SETUP + script) == [shown, reloads]


@pytest.mark.parametrize(
    ("before", "meanwhile", "reloads"),
    [([], ["not out"], 0), (["not out"], [], 0), (["out", "not out"], [], 1)],
    ids=["opened later", "opened before", "outdated state"],
)
def test_a_page_whose_session_ends_reloads_only_after_a_newer_sign_in(javascript, before, meanwhile, reloads) -> None:
    script = f"""
    {before}.forEach(receive);
    watch({{ access: "in" }});
    {meanwhile}.forEach(receive);
    watch({{ access: "out" }});
    return reloads;
    """
    assert javascript.run(SETUP + script) == reloads


@pytest.mark.parametrize(
    ("messages", "access", "sent"),
    [([], "in", ["not desk-out"]), ([], "out", []), ([], "", []), ([], "down", []), (["desk-out"], "in", [])],
)
def test_a_page_that_shows_private_content_notifies_other_tabs(javascript, messages, access, sent) -> None:
    script = f"{messages}.forEach(receive); watch({{ access: '{access}', signal: 'desk-out' }}); return sent;"
    assert javascript.run(SETUP + script) == sent
