from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser

from builder.inputs import DIST
from tests.fakes.sentry import Ingest
from tests.support.builds import build_id
from tests.support.visitor import Visitor, visitor

ENVIRONMENT = "stage"
MESSAGE = "the ink has dried, says jan.novak@example.com (https://a.test/?from=t0ken)"
QUERY = "?utm=letter&token=t0ken"
SECRETS = ("jan.novak", "example.com", "t0ken", "?from", "utm")
SAMPLED = "Math.random = () => 0.09"
NOT_SAMPLED = "Math.random = () => 0.11"
"""JavaScript that makes Sentry sample every session (`SAMPLED`) or no session (`NOT_SAMPLED`)."""
LONG_ENOUGH = "Date.now = ((now) => () => now() + 6_000)(Date.now)"
"""JavaScript that moves the clock forward, because Sentry ignores recordings shorter than five seconds."""
HIDDEN = """() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" })
    document.dispatchEvent(new Event("visibilitychange"))
}"""
IDLE_TIMEOUT_MS, MAX_PROFILE_MS = 2_000, 30_000
TIMERS = """{
    const [begin, end] = [window.setTimeout, window.clearTimeout]
    const timers = new Map()
    let last = 1e9
    window.setTimeout = (task, delay, ...rest) => {
        if (delay !== 2000 && delay !== 30000) return begin(task, delay, ...rest)
        timers.set(++last, [task, delay])
        return last
    }
    window.clearTimeout = (timer) => timers.delete(timer) || end(timer)
    window.waiting = (delay) => [...timers.values()].some((each) => each[1] === delay)
    window.elapse = (delay) => {
        for (const [timer, [task, of]] of [...timers]) if (of === delay && timers.delete(timer)) task()
    }
}"""
PROFILER = """
    window.profiles = { begun: 0, running: 0 }
    window.Profiler = class {
        constructor() { profiles.begun++; profiles.running++; this.stopped = false }
        stop() {
            profiles.running--
            this.stopped = true
            return Promise.resolve({ frames: [], stacks: [], samples: [], resources: [] })
        }
    }
"""


@contextmanager
def guest_of(browser: Browser, sampling: str = NOT_SAMPLED, **options: object) -> Iterator[Visitor]:
    """Yields a visitor, who goes offline at the end, so that the next test receives no late reports."""
    with visitor(browser, **options) as guest:  # pyright: ignore[reportArgumentType]
        guest.page.add_init_script(sampling)
        yield guest
        guest.page.context.set_offline(True)


def wait_for_events(guest: Visitor, ingest: Ingest, count: int = 1) -> list[dict[str, Any]]:
    guest.poll(lambda: len(ingest.events) >= count, f"{count} reports; refused: {ingest.refused}")
    guest.settle()
    assert len(ingest.events) == count, ingest.messages
    assert ingest.refused == []
    return ingest.events


def wait_for_session(guest: Visitor, ingest: Ingest) -> None:
    guest.poll(lambda: bool(ingest.payloads("session")), "Sentry")


def build_id_of_site() -> str:
    return build_id(DIST)


def replayed(guest: Visitor, ingest: Ingest, kind: str) -> dict[str, Any]:
    """Hides the page so that Sentry sends a recording. Asserts that private text is masked. Returns the recording."""
    guest.page.evaluate(LONG_ENOUGH)
    guest.page.evaluate(HIDDEN)
    guest.poll(lambda: bool(ingest.payloads("replay_recording")), "a replay")
    [replay, *_] = ingest.payloads("replay_event")
    assert replay["replay_type"] == kind
    assert (replay["release"], replay["environment"]) == (build_id_of_site(), ENVIRONMENT)
    text = ingest.text
    assert "/about" in text and "****" in text and "background-color" in text, "the replay lacks styles or masked text"
    assert not [secret for secret in (*SECRETS, "Dva lidé", "Brno", "srcset") if secret in text]
    return replay
