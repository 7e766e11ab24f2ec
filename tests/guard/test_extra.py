"""A failing extra (optional feature) stops and is reported once. Other extras and the page still work."""

import pytest

from tests.support.javascript import Browser

SCENE = """
const logged = [];
console.warn = (text, error) => logged.push([text, error.message]);
const { connect } = await import("$/app/guard/report.js");
const reports = [];
connect((error, how) => reports.push([error.message, how]));
const { extra, fail, hasFailed } = await import("$/app/guard/extra.js");
const target = new EventTarget();
const done = [];
const clock = extra("clock");
"""
REPORTED = ["a spring broke", {"type": "clock", "handled": True}]
LOGGED = ['The extra "clock" is off:', "a spring broke"]
THROW = 'throw new Error("a spring broke")'

TICK = 'target.dispatchEvent(new Event("tick"));'

WAYS = {
    "at once": f"clock.run(() => {{ {THROW} }});",
    "in a promise": f"clock.run(async () => {{ await null; {THROW} }});",
    "in a promise of another kind": 'clock.run(() => ({ then: (_, no) => no(new Error("a spring broke")) }));',
    "in a function": f"clock.guard(() => {{ {THROW} }})();",
    "in a listener": f'clock.run(() => clock.listen(target, "tick", () => {{ {THROW} }})); {TICK}',
    "in a listener that promises": f'clock.listen(target, "tick", async () => {{ {THROW} }}); {TICK}',
    "in a timer": f"clock.after(10, () => {{ {THROW} }}); await pass(10);",
    "while it ends": f"clock.run(() => clock.onEnd(() => {{ {THROW} }})); clock.end();",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_failure_is_reported_once_and_ends_the_extra(javascript: Browser, way: str) -> None:
    assert javascript.run(f"""{SCENE}
        const other = extra("other");
        other.listen(target, "tock", () => done.push("other"));
        clock.run(() => {{
            clock.listen(target, "tock", () => done.push("clock"));
            clock.onEnd(() => done.push("taken off"));
        }});
        {way}
        await settle();
        {way}
        await settle();
        target.dispatchEvent(new Event("tock"));
        clock.run(() => done.push("again"));
        extra("clock").run(() => done.push("another one"));
        return [done, logged, reports, hasFailed("clock"), hasFailed("other")];
    """) == [["taken off", "other"], [LOGGED], [REPORTED], True, False]


def test_without_a_failure_results_pass_through(javascript: Browser) -> None:
    assert javascript.run(f"""{SCENE}
        const returned = clock.run(() => 1);
        const promised = await clock.run(async () => 2);
        const given = clock.guard((...all) => all)(3, 4);
        return [returned, promised, given, logged, reports];
    """) == [1, 2, [3, 4], [], []]


def test_a_start_that_outlives_its_extra_leaves_nothing_behind(javascript: Browser) -> None:
    assert javascript.run(f"""{SCENE}
        const events = {{ on: () => done.push("subscribed"), off: () => done.push("unsubscribed") }};
        const started = clock.run(async () => {{
            await null;
            clock.listen(target, "tick", () => done.push("ticked"));
            clock.subscribe(events, "routeChangeComplete", () => done.push("arrived"));
            clock.after(10, () => done.push("after"));
            clock.every(10, () => done.push("every"));
            clock.onEnd(() => done.push("undone"));
        }});
        clock.end();
        await started;
        {TICK}
        await pass(30);
        return [done, logged];
    """) == [["subscribed", "unsubscribed", "undone"], []]


def test_an_extra_that_has_ended_can_run_again(javascript: Browser) -> None:
    assert javascript.run(f"""{SCENE}
        const all = new Set();
        const events = {{ on: (_, each) => all.add(each), off: (_, each) => all.delete(each) }};
        const start = () => clock.run(() => {{
            clock.listen(target, "tick", () => done.push("tick"));
            clock.subscribe(events, "moved", () => done.push("moved"));
            clock.after(10, () => done.push("after"));
            clock.onEnd(() => done.push("last"));
            clock.onEnd(() => done.push("first"));
        }});
        const tick = () => {{ target.dispatchEvent(new Event("tick")); for (const each of all) each(); }};
        start();
        tick();
        clock.end();
        tick();
        await pass(10);
        start();
        tick();
        await pass(10);
        return [done, logged];
    """) == [["tick", "moved", "first", "last", "tick", "moved", "after"], []]


def test_a_failure_ends_all_instances_of_an_extra(javascript: Browser) -> None:
    assert javascript.run(f"""{SCENE}
        clock.run(() => clock.onEnd(() => done.push("taken off")));
        const second = extra("clock");
        second.run(() => second.onEnd(() => done.push("the second as well")));
        fail("clock", new Error("a spring broke"));
        fail("clock", new Error("a spring broke"));
        return [done, logged, reports];
    """) == [["taken off", "the second as well"], [LOGGED], [REPORTED]]


def test_reports_wait_for_a_sender_whose_failure_is_only_logged(javascript: Browser) -> None:
    assert javascript.run("""
        const said = [];
        console.warn = (text) => said.push(String(text));
        const { connect, report, reportOnce } = await import("$/app/guard/report.js");
        for (let number = 0; number < 40; number++) report(new Error(number), "react");
        const taken = [];
        connect((error) => taken.push(error.message));
        const held = taken.length;
        report(new Error("later"), "react");
        connect(() => { throw new Error("no"); });
        report(new Error("lost"), "react");
        reportOnce("clock", new Error("logged"));
        return [held, taken.at(-1), said];
    """) == [30, "later", ["Error: no", 'The extra "clock" is off:', "Error: no"]]
