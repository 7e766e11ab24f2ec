"""Browsers cancel a page's requests when the visitor starts to leave. If the visitor then stays, the site repeats
these requests, but no other failed requests.
"""

import pytest

from tests.support.javascript import Browser

START = """
    const listeners = new EventTarget();
    globalThis.addEventListener = listeners.addEventListener.bind(listeners);
    const leave = (type) => listeners.dispatchEvent(new Event(type));
    const { retryIfLeft, watchLeaving } = await import("$/app/browser/leaving.js");
    let attempts = 0;
    const answers = [];
    const request = async () => { attempts++; if (attempts < 2) throw new Error("cancelled"); return attempts; };
"""


@pytest.mark.parametrize("event", ["beforeunload", "pagehide"])
def test_a_request_is_repeated_if_the_page_stays(javascript: Browser, event: str) -> None:
    assert javascript.run(f"""{START}
        retryIfLeft(() => {{ leave("{event}"); return request(); }}).then((answer) => answers.push(answer));
        await settle();
        answers.push(attempts);
        await pass(3_000);
        return answers;
    """) == [1, 2]


CANCELLED_BODY = "{ ok: true, json: async () => { leave('pagehide'); throw new Error('cancelled'); } }"


def test_a_body_that_is_cancelled_is_fetched_again(javascript: Browser) -> None:
    assert javascript.run(f"""{START}
        const {{ fetchJson }} = await import("$/app/browser/json.js");
        const responses = [{CANCELLED_BODY}, Response.json({{ id: "2" }})];
        globalThis.fetch = async () => responses.shift();
        fetchJson("/builds/latest.json", {{}}).then((answer) => answers.push(answer));
        await settle();
        await pass(3_000);
        return answers;
    """) == [{"id": "2"}]


def test_other_failures_are_thrown(javascript: Browser) -> None:
    assert javascript.run(f"""{START}
        retryIfLeft(request).catch(({{ message }}) => answers.push(message));
        await pass(3_000);
        return [...answers, attempts];
    """) == ["cancelled", 1]


def test_listeners_are_removed(javascript: Browser) -> None:
    script = f"""{START}
        const watch = watchLeaving();
        watch.end();
        leave("pagehide");
        return watch.isLeft;
    """
    assert javascript.run(script) is False
