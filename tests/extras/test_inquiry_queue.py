"""No inquiry is lost, even if pages and service workers are killed at any time.

`inquiry_queue.js` runs the real queue in Node with a fake store, network and server. Hypothesis chooses which operation
of a fake continues, which process is killed, and how a request ends.
"""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.folders import ROOT
from app.inquiries.form import body_timeout
from app.inquiries.limits import MAX_FILE_BYTES, MAX_FILES, MAX_QUEUE_DAYS
from tests.support.javascript import Browser

WORLD = ROOT / "tests/support/inquiry_queue.js"
NETWORK_ANSWERS = ("lost", "cut", "portal", "portal's JSON", "proxy", "gateway")
ANSWERS = ("ours", "busy", "too many", "another's", "conflict", *NETWORK_ANSWERS)
ACTS = ("start", "submit", "drain", "visit", "days", "kill", "steps", "steps", "steps")

Play = Callable[..., dict[str, list[str]]]


@pytest.fixture(scope="module")
def play(javascript: Browser) -> Iterator[Play]:
    with javascript.calling_module(WORLD) as run:
        yield lambda **scenario: run(scenario)


@settings(max_examples=300)
@given(
    locks=st.booleans(),
    answers=st.lists(st.sampled_from(ANSWERS), max_size=8),
    acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 30)), min_size=4, max_size=25),
)
def test_no_inquiry_is_lost_or_unreported(
    play: Play, locks: bool, answers: list[str], acts: list[tuple[str, int]]
) -> None:
    """Each stored inquiry is accepted, is refused, or expires. The inquiry is deleted once the visitor has seen the
    result.
    """
    assert play(locks=locks, answers=answers, acts=acts)["faults"] == []


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_kill_at_any_step_loses_nothing(play: Play, answer: str) -> None:
    for steps in range(13):
        acts = [("submit", 0), *[("steps", 1)] * steps, ("kill", 0)]
        played = play(locks=True, answers=[answer], acts=acts)
        assert played == {"faults": [], "outcomes": ["refused"] if steps else []}, steps
        acts = [("submit", 0), ("steps", 30), *acts]
        assert play(locks=False, answers=["ours", answer], acts=acts)["faults"] == [], steps


def test_old_entries_expire_in_the_simulation(play: Play) -> None:
    acts = [("submit", 0), ("submit", 0), ("steps", 30), ("days", MAX_QUEUE_DAYS + 1)]
    played = play(locks=True, answers=["cut", "cut"], acts=acts)
    assert played == {"faults": [], "outcomes": ["expired", "expired"]}


def test_an_inquiry_of_a_wrong_clock_does_not_expire(play: Play) -> None:
    acts = [("empty battery", 0), ("submit", 0), ("submit", 0), ("steps", 30), ("right clock", 0)]
    played = play(locks=True, answers=["cut", "cut"], acts=acts)
    assert played == {"faults": [], "outcomes": ["refused", "sent"]}


def test_outcomes_that_nobody_reads_are_deleted_after_30_days(play: Play) -> None:
    """Without a time limit, personal data could stay on a shared device forever."""
    unread = [("submit", 0), ("steps", 30), ("days", MAX_QUEUE_DAYS + 1), ("drain", 0), ("steps", 30)]
    for days, outcome in ((31, "old"), (29, "expired")):
        acts = [*unread, *[("days", 1)] * days]
        assert play(locks=True, answers=["cut"], acts=acts) == {"faults": [], "outcomes": [outcome]}


def test_an_upload_that_always_breaks_off_does_not_stop_others(javascript: Browser) -> None:
    offline, online = javascript.run("""
        const { queue } = await import("$/app/extras/inquiry/queue.js");
        const entries = new Map();
        const posted = [];
        let clock = Date.UTC(2027, 0, 1);
        let isDown = true;
        const made = queue({
          store: {
            list: async () => [...entries.values()],
            add: async (entry) => entries.set(entry.id, entry),
            contents: async () => [],
            change: async (id, next) => { entries.set(id, next(entries.get(id))); return entries.get(id); },
          },
          post: async ({ id }) => {
            posted.push(id);
            return { state: isDown || id === "heavy" ? "cut" : "sent" };
          },
          lock: (id, task) => task(),
          now: () => ++clock,
        });
        for (const id of ["heavy", "second", "third"]) await made.add({ id, url: "", what: "other" }, []);
        const drain = async () => { posted.length = 0; await made.drain(); return [...posted]; };
        const offline = [await drain(), await drain(), await drain(), await drain()];
        isDown = false;
        return [offline, [await drain(), await drain(), await drain()]];
    """)
    assert offline == [["heavy"], ["second"], ["third"], ["heavy"]]
    assert online == [["second", "third", "heavy"], ["heavy"], ["heavy"]]


def test_on_a_full_disk_only_entries_whose_state_is_stored_are_posted(javascript: Browser) -> None:
    """If the script posted an entry but could not store the outcome, it would post the entry again and again."""
    assert javascript.run("""
        const { queue } = await import("$/app/extras/inquiry/queue.js");
        const full = new DOMException("The disk is full", "QuotaExceededError");
        const entries = new Map();
        const posted = [];
        const made = queue({
          store: {
            list: async () => [...entries.values()],
            add: async (entry) => entries.set(entry.id, entry),
            contents: async (id) => { if (id === "unreadable") throw full; return []; },
            change: async (id, next) => {
              const entry = next(entries.get(id));
              if (id === "unchanged") throw full;
              entries.set(id, entry);
              return entry;
            },
          },
          post: async ({ id, state }) => { posted.push([id, state]); return { state: "sent", reference: id }; },
          lock: async (id, task) => task(),
        });
        for (const id of ["unreadable", "unchanged", "third"]) await made.add({ id, url: "", what: "other" }, []);
        const error = await made.drain().then(() => null, ({ name }) => name);
        return [posted, error, entries.get("unchanged").state];
    """) == [[["third", "sending"]], "QuotaExceededError", "waiting"]


def test_the_server_waits_as_long_for_a_body_as_the_browser_sends(javascript: Browser) -> None:
    """With a shorter timeout, large files would never arrive over a slow connection."""
    sizes = [0, 5_000, MAX_FILE_BYTES, MAX_FILES * MAX_FILE_BYTES]
    browser = javascript.run(f"""
        const {{ timeoutOf }} = await import("$/app/extras/inquiry/post.js");
        return {sizes}.map((byteLength) => timeoutOf([["files", {{ bytes: {{ byteLength }} }}]]) / 1000);
    """)
    assert browser == pytest.approx([body_timeout(size) for size in sizes], abs=0.001)
    assert browser[-1] > 30 * 60
