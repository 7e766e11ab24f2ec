import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.sentry import Ingest
from tests.support.breaking import cause_mismatch, reject
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
from tests.support.walk import heading

pytestmark = pytest.mark.mostly_nightly


def test_a_mismatch_is_reported_as_handled(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.page.add_init_script("delete window.CompressionStream")
        cause_mismatch(guest.page)
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
        assert guest.page.evaluate("sessionStorage.sentryReplaySession ?? null") is None


@pytest.mark.main
def test_a_sampled_session_sends_replay_transactions_and_profile(
    browser: Browser, watched: str, ingest: Ingest
) -> None:
    with guest_of(browser, SAMPLED) as guest:
        guest.page.add_init_script(TIMERS)
        guest.opens(f"{watched}/about{QUERY}")
        wait_for_session(guest, ingest)
        guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        guest.settle()
        guest.page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        guest.poll(lambda: bool(ingest.payloads("profile_chunk") and ingest.payloads("transaction")), "a profile")
        [transaction] = ingest.payloads("transaction")
        [profile] = ingest.payloads("profile_chunk")
        assert [span["op"] for span in transaction["spans"]] == ["ui.react.hydrate"]
        assert transaction["contexts"]["profile"]["profiler_id"] == profile["profiler_id"]
        assert transaction["release"] == profile["release"] == build_id_of_site()
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{watched}/contact")
        expect(guest.page.locator("h1")).to_have_text(heading("/contact"))
        guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        guest.settle()
        guest.page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        wait_for_transactions(guest, ingest, 2)
        ops = {span["op"] for span in ingest.payloads("transaction")[1]["spans"]}
        assert ops == {"ui.react.route", "ui.react.render"}
        replayed(guest, ingest, "session")


def test_profiles_end_after_30_seconds_and_are_limited_to_30(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser, SAMPLED) as guest:
        page = guest.page
        page.add_init_script(TIMERS)
        page.add_init_script(PROFILER)
        guest.opens(f"{watched}/about")
        guest.until(f"waiting({IDLE_TIMEOUT_MS}) && waiting({MAX_PROFILE_MS})")
        wait_for_profiles(guest, begun=1, running=1)
        page.evaluate(f"elapse({MAX_PROFILE_MS})")
        wait_for_profiles(guest, begun=1, running=0)
        for spans in range(40):
            page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
            wait_for_transactions(guest, ingest, spans + 1)  # wait, because Sentry's queue stores at most 64 requests
            page.evaluate("performance.measure('hydration', { start: performance.now(), duration: 0 })")
            guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        wait_for_profiles(guest, begun=30, running=0)
        wait_for_transactions(guest, ingest, 41)


def wait_for_profiles(guest: Visitor, begun: int, running: int) -> None:
    guest.until(f"profiles.begun === {begun} && profiles.running === {running}")


def wait_for_transactions(guest: Visitor, ingest: Ingest, spans: int) -> None:
    guest.poll(lambda: len(ingest.payloads("transaction")) == spans, f"{spans} spans")
