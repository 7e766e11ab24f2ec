from typing import Any

from tests.support.javascript import Browser

START = """
    const listeners = {};
    const listen = (type, listener) => { (listeners[type] ||= []).push(listener); };
    const fire = (type, event) => { for (const each of listeners[type]) each(event); };
    const stored = createStorage();
    let isBlocked = false;
    Object.defineProperty(globalThis, "sessionStorage", {
      get() { if (isBlocked) throw new DOMException("blocked", "SecurityError"); return stored; },
    });
    let name = "";
    const elements = { namedItem: (name) => ({ name, type: "text", defaultValue: "" }) };
    const form = { dataset: {}, elements, noValidate: false };
    globalThis.FormData = function () { return [["name", name]]; };
    Object.assign(document, {
      addEventListener: listen,
      visibilityState: "visible",
      forms: Object.assign([form], { namedItem: () => form }),
    });
    globalThis.addEventListener = listen;
    const { watchForm } = await import("$/app/start/form.js");
    const { handover } = await import("$/app/start/handover.js");
    watchForm();
    const hide = () => { document.visibilityState = "hidden"; fire("visibilitychange"); };
    const leave = () => fire("pagehide");
    const saved = () => stored["inquiry-typed"] ?? null;
"""


def watched(javascript: Browser, script: str) -> Any:
    return javascript.run(START + script)


def test_a_form_is_marked_while_the_browser_sends_it(javascript: Browser) -> None:
    script = """
        const marks = [];
        const note = () => marks.push("sent" in form.dataset);
        fire("submit", { target: form, defaultPrevented: true }); note();
        fire("submit", { target: form, defaultPrevented: false }); note();
        fire("pageshow", { persisted: false }); note();
        fire("pageshow", { persisted: true }); note();
        return marks;
    """
    assert watched(javascript, script) == [False, True, True, False]


def test_a_form_that_is_edited_after_sending_is_stored(javascript: Browser) -> None:
    script = """
        name = "Jana";
        fire("submit", { target: form, defaultPrevented: false });
        fire("input", { target: {} });
        hide();
        const before = saved();
        name = "Eva";
        fire("input", { target: { form } });
        hide();
        return [before, saved()];
    """
    assert watched(javascript, script) == [None, '[["name","Eva"]]']


def test_text_is_stored_before_a_reload(javascript: Browser) -> None:
    for act in ("hide", "leave"):
        script = f"{act}(); const before = saved(); name = 'Jana'; {act}(); return [before, saved()];"
        assert watched(javascript, script) == [None, '[["name","Jana"]]']


def test_text_is_not_stored_if_it_is_sent_or_the_form_stores_it(javascript: Browser) -> None:
    for state in ("form.dataset.sent = ''", "form.noValidate = true"):
        assert watched(javascript, f"name = 'Jana'; {state}; hide(); leave(); return saved();") is None


def test_sent_text_does_not_fill_the_next_form(javascript: Browser) -> None:
    """The text remains stored while the browser sends the form, so the visitor can edit it if sending fails."""
    script = """
        const sent = [];
        const send = () => {
          fire("submit", { target: form, defaultPrevented: false });
          hide();
          sent.push(saved());
          leave();
          hide(); // browsers hide a page after `pagehide`
          sent.push(saved());
        };
        name = "Jana";
        hide();
        send();
        fire("pageshow", { persisted: true });
        name = "Eva";
        hide();
        send();
        return sent;
    """
    assert watched(javascript, script) == ['[["name","Jana"]]', None, '[["name","Eva"]]', None]


def test_sending_another_form_keeps_the_text(javascript: Browser) -> None:
    script = """
        name = "Jana";
        hide();
        fire("submit", { target: { dataset: {} }, defaultPrevented: false });
        leave();
        return saved();
    """
    assert watched(javascript, script) == '[["name","Jana"]]'


def test_blocked_storage_matters_only_if_there_is_text(javascript: Browser) -> None:
    script = """
        isBlocked = true;
        hide();
        const before = handover.failures.length;
        name = "Jana";
        hide();
        await settle();
        return [before, handover.failures.map(([feature]) => feature)];
    """
    assert watched(javascript, script) == [0, ["storage"]]
