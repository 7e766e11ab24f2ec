"""Browsers report every error to Sentry without personal data. The tests use a fake Sentry library."""

import json
import zlib
from collections.abc import Callable

import pytest

from tests.support.javascript import Browser

STAND_IN = """
    const nothing = () => ({});
    export const breadcrumbsIntegration = nothing, browserProfilingIntegration = nothing, consoleIntegration = nothing;
    export const browserSessionIntegration = nothing, dedupeIntegration = nothing, eventFiltersIntegration = nothing;
    export const functionToStringIntegration = nothing, httpContextIntegration = nothing;
    export const linkedErrorsIntegration = nothing;
    export const startInactiveSpan = (options) => globalThis.startInactiveSpan(options);
    export const uiProfiler = {
      startProfiler: () => globalThis.uiProfiler.startProfiler(),
      stopProfiler: () => globalThis.uiProfiler.stopProfiler(),
    };
    export const replayIntegration = (options) => { globalThis.replay = options; };
    export const getReplay = () => ({ getRecordingMode: () => globalThis.mode });
    export const init = (options) => { globalThis.options = options; };
    export const makeFetchTransport = () => ({
      send: async (envelope) => { globalThis.sent = envelope; return { statusCode: 200 }; },
      flush: async () => true,
    });
    export const captureException = (error, hint) => {
      const { name, message, stack } = error;
      globalThis.captured = { name, message, stacked: stack.includes(" at "), ...hint };
    };
"""
START = """
    window.__NEXT_DATA__ = { buildId: "1" };
    const sentry = await import("$/app/monitoring/sentry.js");
    const report = sentry.start({ sentryDsn: "https://a@otisk.test/1", environment: "stage" });
"""


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    browser = Browser(tmp_path_factory.mktemp("sentry"))
    (browser.folder / "stand-ins" / "@sentry-react.js").write_text(STAND_IN)
    return browser


THROWN = {
    "new TypeError('x')": ("TypeError", "x", True),
    "new DOMException('no gesture', 'NotAllowedError')": ("NotAllowedError", "no gesture", True),
    "'the ink has dried'": ("String", "the ink has dried", False),
    "''": ("String", "", False),
    "null": ("Null", "null", False),
    "undefined": ("Undefined", "undefined", False),
    "404": ("Number", "404", False),
    "Symbol('ink')": ("Symbol", "Symbol(ink)", False),
    "new Event('error')": ("Event", "error", False),
    "({ message: 'an object', stack: 'x at y' })": ("Object", "an object", False),
    "({ full_name: 'Jan' })": ("Object", "[object Object]", False),
    "Object.create(null)": ("TypeError", "Cannot convert object to primitive value", True),
    "({ get message() { throw new RangeError('unreadable'); } })": ("RangeError", "unreadable", True),
    "new Proxy(new Error('x'), { get() { throw new RangeError('a trap'); } })": ("RangeError", "a trap", True),
    "(await import('node:vm')).runInNewContext('new TypeError(\"of a frame\")')": ("TypeError", "of a frame", True),
}


def test_any_thrown_value_makes_a_report(javascript: Browser) -> None:
    script = f"""{START}
        const reports = [];
        for (const [thrown] of [{", ".join(f"[{thrown}]" for thrown in THROWN)}]) {{
          report(thrown, {{ type: "react", handled: false }});
          reports.push(captured);
        }}
        return reports;
    """
    how = {"mechanism": {"type": "react", "handled": False}}
    how["captureContext"] = {"fingerprint": ["{{ default }}", "react"]}
    expected = [dict(zip(("name", "message", "stacked"), reported, strict=True)) | how for reported in THROWN.values()]
    assert javascript.run(script) == expected


UNHANDLED = {"exception": {"values": [{"mechanism": {"handled": True}}, {"mechanism": {"handled": False}}]}}
HANDLED = {"exception": {"values": [{"mechanism": {"handled": True}}]}}


@pytest.mark.parametrize(("mode", "named"), [("buffer", False), ("session", True), (None, True)])
def test_only_unhandled_errors_send_a_replay(javascript: Browser, mode: str | None, named: bool) -> None:
    assert javascript.run(f"""{START} globalThis.mode = {json.dumps(mode)};
        const tagged = (event) => ({{ ...event, tags: {{ replayId: "1" }} }});
        const events = [{json.dumps(UNHANDLED)}, {json.dumps(HANDLED)}, {{}}];
        const named = events.map((event) => Boolean(options.beforeSend(tagged(event)).tags.replayId));
        return [events.map((event) => Boolean(replay.beforeErrorSampling(event))), named];
    """) == [[True, False, False], [True, named, named]]


def test_recordings_store_nothing_in_the_browser(javascript: Browser) -> None:
    assert javascript.run(f"{START} return replay.stickySession;") is False


def test_breadcrumbs_are_short_and_impersonal(javascript: Browser) -> None:
    crumbs = [
        {"category": "console", "message": "x", "data": {"arguments": [{"name": "Jan"}]}},
        {"category": "ui.click", "message": 'main > h1[title="Jan Novák"]', "data": {"a": 1}},
        {"category": "fetch", "data": {"url": "/about", "status_code": 200}},
        {"category": "console", "message": "x" * 2040 + "jan.novak@example.com" + "?token=1"},
        {"message": "x" * 4090 + "jan.novak@example.com"},
    ]
    assert javascript.run(f"{START} return {json.dumps(crumbs)}.map(options.beforeBreadcrumb);") == [
        {"category": "console", "message": "x"},
        {"category": "ui.click", "message": "main > h1"},
        {"category": "fetch", "data": {"url": "/about", "status_code": 200}},
        {"category": "console", "message": ("x" * (2040 - 64 + 9) + "[e-mail]")[:2048]},
        {"message": "x" * 2048},
    ]


EVENTS = [{"type": 4, "data": {"href": "https://otisk.test/#access_token=a"}}]
ENVELOPE = [
    {"event_id": "1", "trace": {"transaction": "/about?token=1"}},
    [
        [{"type": "session"}, {"attrs": {"release": "jan@example.com"}}],
        [{"type": "replay_recording", "length": 1}, '{"segment_id":0}\n' + json.dumps(EVENTS)],
    ],
]
SEND = """
    const { makeTransport } = await import("$/app/monitoring/transport.js");
    const transport = makeTransport({});
    const answer = await transport.send(%s);
    const [header, items] = sent;
    const recording = items.find(([{ type }]) => type === "replay_recording");
    if (recording) recording[1] = [...recording[1]];
    return [answer, await transport.flush(), header, items];
"""


@pytest.mark.parametrize(
    ("browser", "unpack"),
    [("", zlib.decompress), ("delete globalThis.CompressionStream;", bytes)],
    ids=["packed", "plain"],
)
def test_every_part_of_an_envelope_is_scrubbed(
    javascript: Browser, browser: str, unpack: Callable[[bytes], bytes]
) -> None:
    answer, flushed, header, items = javascript.run(browser + SEND % json.dumps(ENVELOPE))
    assert (answer, flushed) == ({"statusCode": 200}, True)
    assert header == {"event_id": "1", "trace": {"transaction": "/about"}}
    [session, [described, recording]] = items
    assert session == [{"type": "session"}, {"attrs": {"release": "[e-mail]"}}]
    assert described == {"type": "replay_recording", "length": len(recording)}
    segment, _, events = bytes(recording).partition(b"\n")
    assert (json.loads(segment), json.loads(unpack(events))) == (
        {"segment_id": 0},
        [{"type": 4, "data": {"href": "https://otisk.test/"}}],
    )


def test_binary_data_is_not_sent(javascript: Browser) -> None:
    envelope = '[{}, [[{ type: "attachment" }, new Uint8Array([1])]]]'
    script = SEND.replace("await transport.send(%s)", f"await transport.send({envelope}).catch(({{ name }}) => name)")
    script = script.replace("const [header", "return [answer, globalThis.sent ?? null]; const [header")
    assert javascript.run(script) == ["TypeError", None]


TRACING = """
    let observed, ended = 0;
    globalThis.startInactiveSpan = () => ({ end() {} });
    globalThis.uiProfiler = { startProfiler() {}, stopProfiler: () => ended++ };
    globalThis.PerformanceObserver = class {
      constructor(callback) { observed = callback; }
      observe() {}
    };
    const measure = () => observed({ getEntries: () => [{ name: "hydration", startTime: 1, duration: 1 }] });
    const { traceHooks } = await import("$/app/monitoring/hooks.js");
    traceHooks();
"""


def test_the_timer_of_a_profile_does_not_stop_a_later_profile(javascript: Browser) -> None:
    assert javascript.run(f"""{TRACING}
        measure(); await pass(2_000);
        for (let second = 2; second < 30; second++) {{ measure(); await pass(1_000); }}
        const early = ended;
        await pass(2_000);
        return [early, ended];
    """) == [1, 2]
