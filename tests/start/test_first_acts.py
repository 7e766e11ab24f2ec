"""The visitor's first actions on pages with state are repeated after React has hydrated the page."""

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
    %s
    await listeners["app:hydrated"]();
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
