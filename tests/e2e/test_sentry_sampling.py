"""Replays, traces and profiles: of a tenth of the sessions, and of those in which something fails."""

from playwright.sync_api import Browser

from tests.fakes.sentry import Ingest
from tests.support.breaking import mismatch, reject
from tests.support.reporting import (
    HIDDEN,
    IDLE_TIMEOUT_MS,
    LONG_ENOUGH,
    MAX_PROFILE_MS,
    MESSAGE,
    PROFILER,
    QUERY,
    SAMPLED,
    TIMERS,
    build_id_of_site,
    guest_of,
    replayed,
    wait_for_events,
    wait_for_session,
)
from tests.support.visitor import Visitor


def test_a_mismatch_is_reported_as_handled(browser: Browser, watched: str, ingest: Ingest) -> None:
    """It sends no replay; an error that nobody handles does."""
    with guest_of(browser) as guest:
        guest.page.add_init_script("delete window.CompressionStream")
        mismatch(guest.page)
        guest.opens(f"{watched}/about{QUERY}")
        [event] = wait_for_events(guest, ingest)
        assert event["exception"]["values"][-1]["mechanism"] == {"type": "application", "handled": True}
        assert "replayId" not in event.get("tags", {})
        assert ingest.payloads("replay_event") == []
        reject(guest.page, MESSAGE)
        replay = replayed(guest, ingest, "buffer")
        [tagged] = [event["tags"]["replayId"] for event in ingest.events if "replayId" in event.get("tags", {})]
        assert tagged == replay["replay_id"] and replay["error_ids"]


def test_no_replay_without_an_error_in_most_sessions(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.page.add_init_script(TIMERS)
        guest.opens(f"{watched}/about")
        wait_for_session(guest, ingest)
        guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        guest.page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        guest.page.evaluate(LONG_ENOUGH)
        guest.page.evaluate(HIDDEN)
        guest.settle()
        assert ingest.payloads("replay_event") == ingest.payloads("transaction") == []


def test_a_session_that_is_sampled(browser: Browser, watched: str, ingest: Ingest) -> None:
    """Its replay, the spans of its hooks, and a profile."""
    with guest_of(browser, SAMPLED) as guest:
        guest.page.add_init_script(TIMERS)
        guest.opens(f"{watched}/about{QUERY}")
        wait_for_session(guest, ingest)
        guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        guest.settle()  # long enough for samples
        guest.page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        guest.poll(lambda: bool(ingest.payloads("profile_chunk") and ingest.payloads("transaction")), "a profile")
        [transaction] = ingest.payloads("transaction")
        [profile] = ingest.payloads("profile_chunk")
        assert [span["op"] for span in transaction["spans"]] == ["ui.react.hydrate"]
        assert transaction["contexts"]["profile"]["profiler_id"] == profile["profiler_id"]
        assert transaction["release"] == profile["release"] == build_id_of_site()
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{watched}/contact")
        guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        guest.settle()
        guest.page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        have_arrived(guest, ingest, 2)
        ops = {span["op"] for span in ingest.payloads("transaction")[1]["spans"]}
        assert ops == {"ui.react.route", "ui.react.render"}
        replayed(guest, ingest, "session")


def test_a_profile_ends_after_half_a_minute_and_there_are_thirty(
    browser: Browser, watched: str, ingest: Ingest
) -> None:
    """The two timers of profiles are the test's own: they end when it says so."""
    with guest_of(browser, SAMPLED) as guest:
        page = guest.page
        page.add_init_script(TIMERS)
        page.add_init_script(PROFILER)
        guest.opens(f"{watched}/about")
        guest.until(f"waiting({IDLE_TIMEOUT_MS}) && waiting({MAX_PROFILE_MS})")
        assert page.evaluate("profiles") == {"begun": 1, "running": 1}
        page.evaluate(f"elapse({MAX_PROFILE_MS})")
        assert page.evaluate("profiles") == {"begun": 1, "running": 0}, "while the hooks go on"
        for spans in range(40):
            page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
            have_arrived(guest, ingest, spans + 1)  # Sentry drops what waits behind 64 others
            page.evaluate("performance.measure('hydration', { start: performance.now(), duration: 0 })")
            guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        assert page.evaluate("profiles") == {"begun": 30, "running": 0}
        have_arrived(guest, ingest, 41)


def have_arrived(guest: Visitor, ingest: Ingest, spans: int) -> None:
    guest.poll(lambda: len(ingest.payloads("transaction")) == spans, f"{spans} spans")
