from typing import Any

from tests.support.javascript import Browser

HYDRATE = """
    const done = [];
    const listeners = {};
    globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
    document.addEventListener = (type, listener) => { listeners[type] = listener; };
    document.querySelectorAll = () => [];
    const form = (name) => ({ closest: () => null, requestSubmit: (by) => done.push([name, by]) });
    const stopPropagation = () => {};
    const submit = (target, submitter) =>
      listeners.submit({ target, submitter, preventDefault() {}, stopPropagation });
    const button = (name) => ({ closest: (names) => (/button/.test(names) ? button(name) : null),
      click: () => done.push(name) });
    const click = (target) => listeners.click({ target, stopPropagation });
    await import("$/app/start/first_acts.js");
    class Field {
      constructor(properties) { Object.assign(this, { shown: "", defaultValue: "", ...properties }); }
      validity = { badInput: false };
      get value() { return this.validity.badInput ? "" : this.shown; }
      set value(value) {
        if (this.type === "file" && value) throw new DOMException("", "InvalidStateError");
        this.shown = value;
      }
      matches = () => true;
      closest = () => null;
      dispatchEvent({ type }) { done.push([type, this.shown]); }
    }
    const edit = (target) => listeners.input({ target, stopPropagation });
    %s
    await listeners["app:hydrated"]();
    await settle();
    return done;
"""


def repeated(javascript: Browser, acts: str) -> Any:
    return javascript.run(HYDRATE % acts)


def test_a_form_that_was_sent_twice_is_sent_once_with_its_last_button(javascript: Browser) -> None:
    acts = """
        const [order, letter] = [form("order"), form("letter")];
        submit(order, "now");
        submit(letter, "send");
        submit(order, "later");
    """
    assert repeated(javascript, acts) == [["letter", "send"], ["order", "later"]]


def test_each_click_is_repeated(javascript: Browser) -> None:
    acts = """
        const more = button("more");
        click(more);
        submit(form("order"), "now");
        click(more);
    """
    assert repeated(javascript, acts) == ["more", ["order", "now"], "more"]


def test_files_and_half_a_date_stay_in_their_fields(javascript: Browser) -> None:
    acts = """
        edit(new Field({ type: "file", shown: "plate.pdf" }));
        edit(new Field({ type: "date", shown: "1. 2. yyyy", validity: { badInput: true } }));
        edit(new Field({ type: "text", shown: "Jana" }));
    """
    shown = ["plate.pdf", "1. 2. yyyy", "Jana"]
    assert repeated(javascript, acts) == [[type, value] for value in shown for type in ("input", "change")]


def test_an_action_that_fails_does_not_stop_others(javascript: Browser) -> None:
    acts = """
        const broken = new Field({ type: "text", shown: "", dispatchEvent() { throw new Error(); } });
        edit(broken);
        edit(new Field({ type: "text", shown: "Jana" }));
        click({ closest: () => ({ closest: () => null, click() { throw new Error(); } }) });
        click(button("more"));
    """
    assert repeated(javascript, acts) == [["input", "Jana"], ["change", "Jana"], "more"]
