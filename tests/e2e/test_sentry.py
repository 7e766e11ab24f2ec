import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.sentry import Ingest
from tests.support.breaking import (
    CRAWLER,
    MODULE,
    REJECT_BEFORE_HYDRATION,
    RENDER,
    break_on_load,
    break_render,
    reject,
    throw,
)
from tests.support.layout import DelayedRequests
from tests.support.reporting import (
    ENVIRONMENT,
    MESSAGE,
    QUERY,
    SECRETS,
    build_id_of_site,
    guest_of,
    wait_for_events,
    wait_for_session,
)
from tests.support.visitor import move
from tests.support.waiting import LATEST, wait_for_message, wait_for_request

pytestmark = pytest.mark.mostly_nightly

WAYS = {
    "rendering": lambda page: break_on_load(page, "/about", RENDER, MESSAGE),
    "loading the module": lambda page: break_on_load(page, "/about", MODULE, MESSAGE),
    "a rejection before the load": lambda page: page.add_init_script(REJECT_BEFORE_HYDRATION % MESSAGE),
}


def assert_event(event: dict[str, Any]) -> None:
    [thrown] = event["exception"]["values"]
    assert thrown["type"] == "Error" and thrown["value"].startswith("the ink has dried, says [e-mail]")
    assert thrown["mechanism"]["handled"] is False
    assert (event["release"], event["environment"]) == (build_id_of_site(), ENVIRONMENT)
    assert event["request"]["url"].endswith("/about")
    assert set(event["request"]["headers"]) <= {"User-Agent"}
    text = json.dumps(event)
    assert not [secret for secret in SECRETS if secret in text], text


@pytest.mark.parametrize("prepare", WAYS.values(), ids=WAYS)
def test_an_error_at_the_start_arrives_once(browser: Browser, watched: str, ingest: Ingest, prepare) -> None:
    with guest_of(browser) as guest:
        prepare(guest.page)
        guest.reads(f"{watched}/about{QUERY}")
        move(guest.page)
        [event] = wait_for_events(guest, ingest)
        assert_event(event)
        expect(guest.page.locator("h1")).to_have_text(MESSAGE)


def test_an_error_before_sentry_is_loaded_arrives_once(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        latest = DelayedRequests(guest, f"**{LATEST}")  # delay the response that says whether Sentry is configured
        guest.opens(f"{watched}/about{QUERY}")
        latest.wait()
        throw(guest.page, MESSAGE)
        wait_for_message(guest, "uncaught: the ink has dried")
        assert ingest.envelopes == []
        latest.end()
        [event] = wait_for_events(guest, ingest)
        assert_event(event)


@pytest.mark.main
def test_an_error_after_a_navigation_arrives_once(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{watched}/about{QUERY}")
        wait_for_session(guest, ingest)
        break_render(guest.page, MESSAGE)
        [event] = wait_for_events(guest, ingest)
        assert json.dumps(event).count("jan.novak") == 0
        assert (event["release"], event["environment"]) == (build_id_of_site(), ENVIRONMENT)
        assert {envelope.auth for envelope in ingest.envelopes} == {"query"}


def test_a_visit_with_many_errors(browser: Browser, watched: str, ingest: Ingest) -> None:
    """Sentry receives each error once, with at most 100 breadcrumbs. The first error marks the session as failed."""
    with guest_of(browser) as guest:
        guest.opens(f"{watched}/about")
        wait_for_session(guest, ingest)
        [session] = ingest.payloads("session")
        assert session["init"] and session["status"] == "ok"
        assert (session["attrs"]["release"], session["attrs"]["environment"]) == (build_id_of_site(), ENVIRONMENT)
        assert session["attrs"].keys() <= {"release", "environment", "user_agent"}
        guest.page.evaluate(NAMED)
        guest.page.locator("h1").click()
        reject(guest.page, "after all that")
        [event] = wait_for_events(guest, ingest)
        text = json.dumps(event, ensure_ascii=False)
        assert {"console", "ui.click", "navigation", "fetch"} <= {crumb["category"] for crumb in event["breadcrumbs"]}
        assert not [secret for secret in (*SECRETS, "Novák") if secret in text], text
        guest.poll(lambda: len(ingest.payloads("session")) == 2, "the end of the session")
        assert ingest.payloads("session")[1]["status"] in ("crashed", "unhandled")

        guest.page.evaluate("for (let n = 0; n < 200; n++) console.warn(`${n} ` + 'x'.repeat(3000))")
        messages = ["after many", *(f"error {number}" for number in range(5)), "something else: Page not found"]
        reject(guest.page, "Page not found: /nope")
        for message in messages:
            reject(guest.page, message)
        wait_for_events(guest, ingest, 1 + len(messages))
        assert sorted(ingest.messages) == sorted(["after all that", *messages])
        [crumbs] = [event["breadcrumbs"] for event in ingest.events if "after many" in str(event["exception"])]
        assert len(crumbs) == 100
        said = [crumb["message"] for crumb in crumbs if crumb["category"] == "console"]
        assert said[-1].startswith("199 ") and {len(message) for message in said} == {2048}


NAMED = """async () => {
    console.warn("signed in", { full_name: "Jan Novák" }, "jan.novak@example.com")
    document.querySelector("h1").setAttribute("title", "Jan Novák")
    history.replaceState(history.state, "", "?token=t0ken")
    await fetch("/config.json?email=jan.novak@example.com").then((response) => response.text())
}"""


@pytest.mark.main
def test_a_crawler_reports_nothing(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser, user_agent=CRAWLER) as guest:
        guest.opens(f"{watched}/about")
        reject(guest.page, MESSAGE)
        wait_for_request(guest, LATEST)
        guest.settle()
        assert ingest.envelopes == []
        assert not [url for url in guest.requests if "config" in url]


def test_an_application_that_could_not_start_is_reported_by_the_next_document(
    browser: Browser, watched: str, ingest: Ingest
) -> None:
    with guest_of(browser) as guest:
        guest.page.route("**/_buildManifest.js", lambda route: route.fulfill(status=404))
        guest.reads(f"{watched}/about{QUERY}")
        with guest.page.expect_navigation():  # the page reloads, because a script is missing
            move(guest.page)
        wait_for_message(guest, "Error while mounting app:", "_buildManifest.js")
        guest.page.unroute("**/_buildManifest.js")
        guest.opens(f"{watched}/links")
        [event] = wait_for_events(guest, ingest)
        [thrown] = event["exception"]["values"]
        assert "Failed to load /_next/static/" in thrown["value"] and "_buildManifest.js" in thrown["value"]
        assert thrown["mechanism"] == {"type": "start", "handled": True}
