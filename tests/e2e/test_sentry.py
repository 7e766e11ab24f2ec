"""What goes wrong in a browser arrives at Sentry: once, with what helps, without what tells who it was."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.sentry import Ingest, ingesting
from tests.support.breaking import (
    CRAWLER,
    EARLY,
    MODULE,
    MOUNT,
    OWN,
    RENDER,
    break_on_load,
    break_render,
    mismatch,
    reject,
    run_own,
    throw,
)
from tests.support.builds import build_id
from tests.support.serving import serving
from tests.support.visitor import HYDRATED, Visitor, visitor

ENVIRONMENT = "stage"
SECRETS = ("jan.novak", "example.com", "t0ken", "?from", "utm")
MESSAGE = "the ink has dried, says jan.novak@example.com (https://a.test/?from=t0ken)"
QUERY = "?utm=letter&token=t0ken"
SAMPLED = "Math.random = () => 0.09"
NOT_SAMPLED = "Math.random = () => 0.11"
"""Scripts that decide what is sampled: replays, traces and profiles of a tenth of the sessions, no more and no less."""


@pytest.fixture(scope="module")
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture(scope="module")
def watched(built: None, ingest: Ingest) -> Iterator[str]:
    """The origin of a site whose settings have a DSN."""
    with serving(SENTRY_DSN=ingest.dsn, SENTRY_ENVIRONMENT=ENVIRONMENT) as server:
        yield server.url


@pytest.fixture(autouse=True)
def fresh(ingest: Ingest) -> None:
    ingest.envelopes.clear()
    ingest.refused.clear()


@contextmanager
def guest_of(browser: Browser, sampling: str = NOT_SAMPLED, **options: object) -> Iterator[Visitor]:
    """A visitor whose farewell, which browsers send when a page is closed, does not arrive at the next test's."""
    with visitor(browser, **options) as guest:  # pyright: ignore[reportArgumentType]
        guest.page.add_init_script(sampling)
        yield guest
        guest.page.context.set_offline(True)


def arrived(guest: Visitor, ingest: Ingest, count: int = 1) -> list[dict[str, Any]]:
    """The reports, of which there are to be so many."""
    guest.poll(lambda: len(ingest.events) >= count, f"{count} reports; refused: {ingest.refused}")
    guest.settle()
    assert len(ingest.events) == count, ingest.messages
    assert ingest.refused == []
    return ingest.events


def began(guest: Visitor, ingest: Ingest) -> None:
    """Waits until Sentry is there."""
    guest.poll(lambda: bool(ingest.payloads("session")), "Sentry")


WAYS = {
    "rendering": lambda page: break_on_load(page, "/about", RENDER, MESSAGE),
    "mounting": lambda page: break_on_load(page, "/about", MOUNT, MESSAGE),
    "loading the module": lambda page: break_on_load(page, "/about", MODULE, MESSAGE),
    "a rejection before the load": lambda page: page.add_init_script(EARLY % MESSAGE),
}


def check(event: dict[str, Any]) -> None:
    [thrown] = event["exception"]["values"]
    assert thrown["type"] == "Error" and thrown["value"].startswith("the ink has dried, says [e-mail]")
    assert thrown["mechanism"]["handled"] is False
    assert (event["release"], event["environment"]) == (build_id_of_site(), ENVIRONMENT)
    assert event["request"]["url"].endswith("/about")
    assert set(event["request"]["headers"]) <= {"User-Agent"}
    told = json.dumps(event)
    assert not [secret for secret in SECRETS if secret in told], told


def build_id_of_site() -> str:
    from pwa.build.inputs import DIST

    return build_id(DIST)


@pytest.mark.parametrize("prepare", WAYS.values(), ids=WAYS)
def test_what_fails_at_the_start_arrives_once(browser: Browser, watched: str, ingest: Ingest, prepare) -> None:
    with guest_of(browser) as guest:
        prepare(guest.page)
        guest.page.goto(f"{watched}/about{QUERY}")
        [event] = arrived(guest, ingest)
        check(event)
        expect(guest.page.locator("h1")).to_have_text("Chyba serveru")


def test_what_fails_before_sentry_is_there_arrives_once(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{watched}/about{QUERY}")
        assert ingest.envelopes == []
        throw(guest.page, MESSAGE)
        [event] = arrived(guest, ingest)
        check(event)


def test_what_fails_after_a_navigation_arrives_once(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{watched}/about{QUERY}")
        began(guest, ingest)
        break_render(guest.page, MESSAGE)
        [event] = arrived(guest, ingest)
        assert json.dumps(event).count("jan.novak") == 0
        assert (event["release"], event["environment"]) == (build_id_of_site(), ENVIRONMENT)
        assert {envelope.auth for envelope in ingest.envelopes} == {"query"}


def test_a_visit_with_many_errors(browser: Browser, watched: str, ingest: Ingest) -> None:
    """Each arrives once, with the last hundred breadcrumbs; they end the session; what is not found is no error."""
    with guest_of(browser) as guest:
        guest.opens(f"{watched}/about")
        began(guest, ingest)
        [session] = ingest.payloads("session")
        assert session["init"] and session["status"] == "ok"
        assert session["attrs"] == {"release": build_id_of_site(), "environment": ENVIRONMENT, **user_agent(session)}
        guest.page.evaluate(NAMED)
        guest.page.locator("h1").click()
        guest.settle()
        reject(guest.page, "after all that")
        [event] = arrived(guest, ingest)
        told = json.dumps(event, ensure_ascii=False)
        assert {"console", "ui.click", "navigation", "fetch"} <= {crumb["category"] for crumb in event["breadcrumbs"]}
        assert not [secret for secret in (*SECRETS, "Novák") if secret in told], told
        guest.poll(lambda: len(ingest.payloads("session")) == 2, "the end of the session")
        assert ingest.payloads("session")[1]["status"] in ("crashed", "unhandled")

        guest.page.evaluate("for (let n = 0; n < 200; n++) console.warn(`${n} ` + 'x'.repeat(3000))")
        messages = ["after many", *(f"error {number}" for number in range(5)), "something else: Page not found"]
        reject(guest.page, "Page not found: /nope")
        for message in messages:
            reject(guest.page, message)
        arrived(guest, ingest, 1 + len(messages))
        assert sorted(ingest.messages) == sorted(["after all that", *messages])
        [crumbs] = [event["breadcrumbs"] for event in ingest.events if "after many" in str(event["exception"])]
        assert len(crumbs) == 100
        said = [crumb["message"] for crumb in crumbs if crumb["category"] == "console"]
        assert said[-1].startswith("199 ") and {len(message) for message in said} == {2048}


NAMED = """() => {
    console.warn("signed in", { full_name: "Jan Novák" }, "jan.novak@example.com")
    document.querySelector("h1").setAttribute("title", "Jan Novák")
    history.replaceState(history.state, "", "?token=t0ken")
    fetch("/config.json?email=jan.novak@example.com").then((response) => response.text())
}"""


def user_agent(session: dict[str, Any]) -> dict[str, str]:
    return {key: value for key, value in session["attrs"].items() if key == "user_agent"}


def test_a_mismatch_is_reported_as_handled(browser: Browser, watched: str, ingest: Ingest) -> None:
    """And sends no replay; what nobody handles does."""
    with guest_of(browser) as guest:
        guest.page.add_init_script("delete window.CompressionStream")
        mismatch(guest.page)
        guest.opens(f"{watched}/about{QUERY}")
        [event] = arrived(guest, ingest)
        assert event["exception"]["values"][-1]["mechanism"] == {"type": "hydration", "handled": True}
        assert "replayId" not in event.get("tags", {})
        assert ingest.payloads("replay_event") == []
        reject(guest.page, MESSAGE)
        replay = replayed(guest, ingest, "buffer")
        [tagged] = [event["tags"]["replayId"] for event in ingest.events if "replayId" in event.get("tags", {})]
        assert tagged == replay["replay_id"] and replay["error_ids"]


LONG_ENOUGH = "Date.now = ((now) => () => now() + 6_000)(Date.now)"
"""A script that makes a visit long enough for a replay, for which Sentry asks five seconds."""


def replayed(guest: Visitor, ingest: Ingest, kind: str) -> dict[str, Any]:
    """The replay, which is to be masked."""
    guest.page.evaluate(LONG_ENOUGH)
    guest.page.evaluate(HIDDEN)
    guest.poll(lambda: bool(ingest.payloads("replay_recording")), "a replay")
    [replay, *_] = ingest.payloads("replay_event")
    assert replay["replay_type"] == kind
    assert (replay["release"], replay["environment"]) == (build_id_of_site(), ENVIRONMENT)
    told = ingest.text
    assert "/about" in told and "****" in told and "background-color" in told, "the look of the page is in it"
    assert not [secret for secret in (*SECRETS, "Dva lidé", "Brno", "srcset") if secret in told]
    return replay


def test_a_missing_chunk_is_reported_when_the_error_page_is_shown(
    browser: Browser, watched: str, ingest: Ingest
) -> None:
    with guest_of(browser) as guest:
        guest.page.route("**/pages/contact-*.js", lambda route: route.fulfill(status=404))
        guest.page.goto(f"{watched}/contact")
        expect(guest.page.locator("h1")).to_have_text("Chyba serveru")
        arrived(guest, ingest)
        assert "Failed to load" in ingest.messages[0]


def test_a_crawler_reports_nothing(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser, user_agent=CRAWLER) as guest:
        guest.opens(f"{watched}/about")
        reject(guest.page, MESSAGE)
        guest.poll(lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the poll")
        guest.settle()
        assert ingest.envelopes == []
        assert not [url for url in guest.requests if "config" in url]


SECRET = "5ecret-"
"""What every secret begins with; the place where it stands follows. No rule knows it by its looks."""
POST = "53417042511"
OPENED = f"/en/patreon/private/{POST}"
"""A page with a secret in its own address; how others are scrubbed is a table (`tests/monitoring/test_scrub.py`)."""
TOLD = (
    *("navigation", "fetch", "xhr", "console", "ui.click", "resource.fetch", "resource.img"),
    *("****", "/bam", "/patreon/private/[postId]", "/en/patreon/callback"),
)
"""What is said where the secrets were."""
EVERYTHING = {"client_report", "event", "profile_chunk", "replay_event", "replay_recording", "session", "transaction"}


def test_no_secret_leaves_the_browser(browser: Browser, watched: str, ingest: Ingest) -> None:
    """Every kind of report, with a secret in every place that an address, or somebody's name, can have in it."""
    query = f"?code={SECRET}code&state={SECRET}state&next=%2F{SECRET}next&{SECRET}bare#access_token={SECRET}hash"
    with guest_of(browser, SAMPLED) as guest:
        page = guest.page
        page.add_init_script(TIMERS)
        page.add_init_script(PROFILER.replace("{ frames: [], stacks: [], samples: [], resources: [] }", PROFILE))
        page.add_init_script(f"window.SECRET = '{SECRET}'; {MARKED}")
        page.goto(f"{watched}{OPENED}{query}", referer=f"{watched}/?q={SECRET}referrer")
        guest.until(HYDRATED)
        began(guest, ingest)
        page.evaluate("mark('late')")
        page.evaluate(USED)
        page.locator("#secret-late").click()
        page.locator("#secret-input-late").fill(f"{SECRET}typed")
        page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        guest.poll(lambda: bool(ingest.payloads("transaction")), "a transaction")
        reject(page, "Page not found: dropped, which a client report tells")
        run_own(page, THROWN)
        page.evaluate(LONG_ENOUGH)
        page.evaluate(HIDDEN)
        guest.poll(lambda: kinds(ingest) >= EVERYTHING, f"all of {EVERYTHING}")
        guest.poll(lambda: all(each in ingest.text for each in TOLD), f"all of {TOLD}")
        guest.settle()
        assert ingest.refused == []
        assert re.findall(rf".{{60}}(?:{SECRET}|{POST})\S{{0,20}}", ingest.text) == []


PROFILE = f"""{{
    frames: [{{ name: "f", resourceId: 0, line: 1, column: 1 }}],
    stacks: [{{ frameId: 0 }}],
    samples: [{{ timestamp: 1, stackId: 0 }}, {{ timestamp: 11, stackId: 0 }}, {{ timestamp: 21, stackId: 0 }}],
    resources: [`${{location.origin}}{OWN}?token={SECRET}profile`],
}}"""


def kinds(ingest: Ingest) -> set[str]:
    """The kinds of what has arrived."""
    return {item.kind for envelope in list(ingest.envelopes) for item in envelope.items}


MARKED = """
    // Elements with a secret in everything that holds an address or a name.
    window.mark = (when) => {
        const address = (place) => `/bam?token=${SECRET}${place}-${when}#access_token=${SECRET}${place}-hash-${when}`
        const html = `<section id="secrets-${when}" data-next="${address("data")}" title="${SECRET}title-${when}">
            <a id="secret-${when}" href="${address("href")}" ping="${address("ping")}" title="${SECRET}clicked-${when}"
                aria-label="${SECRET}label" data-name="${address("data-name")}">text ${SECRET}text</a>
            <form action="${address("action")}"><button formaction="${address("formaction")}">send</button></form>
            <input id="secret-input-${when}" placeholder="${SECRET}placeholder" value="${SECRET}value">
            <img src="${address("src")}" srcset="${address("srcset")} 1x" alt="${SECRET}alt">
            <p style="background: url(${address("style")})" cite="${address("cite")}">${SECRET}paragraph</p>
            <style>.secret { background: url(${address("style-element")}) }</style>
            <iframe src="${address("iframe")}"></iframe><object data="${address("object")}"></object>
            <video src="${address("video")}" poster="${address("poster")}"></video>
            <a href="/patreon/private/${SECRET}id">a post</a><a href="/en/patreon/private/${SECRET}id?x">a post</a>
            <a href="https://jan:${SECRET}password@otisk.test/">userinfo</a>
            <i alt="${SECRET}alternative">clicked</i>
        </section>`
        const section = document.createElement("section")
        section.innerHTML = html
        section.addEventListener("click", (event) => event.preventDefault())
        document.body.append(section)
        const sheet = section.querySelector("style").sheet
        sheet.insertRule(`.rule { background: url(${address("rule")}) }`)
        document.adoptedStyleSheets = [new CSSStyleSheet()]
        document.adoptedStyleSheets[0].replaceSync(`.sheet { background: url(${address("sheet")}) }`)
    }
    if (window === top) addEventListener("DOMContentLoaded", () => mark("early"))
"""
USED = """async () => {
    const address = (place) => `/bam?token=${SECRET}${place}#access_token=${SECRET}${place}-hash`
    const element = document.querySelector("#secret-early")
    element.setAttribute("href", address("attribute"))
    element.setAttribute("data-later", address("later"))
    document.title = `${SECRET}document`
    console.warn("printed", address("console"), { full_name: `${SECRET}name` }, new URL(address("url"), location.href))
    console.error(new Error(`see ${address("console-error")}`))
    await fetch(address("fetch")).then((response) => response.text())
    const headers = { Authorization: `Bearer ${SECRET}header` }
    await fetch("/config.json", { headers }).then((response) => response.text())
    await fetch(`http://jan:${SECRET}credentials@${location.host}/`).catch((error) => console.warn(error.message))
    await new Promise((resolve) => {
        const request = new XMLHttpRequest()
        request.open("GET", address("xhr"))
        request.onloadend = resolve
        request.send(`${SECRET}body`)
    })
    const here = location.href
    const go = (to) => history.pushState(history.state, "", to)
    for (const to of [address("pushed"), `/patreon/private/${SECRET}pushed`, `/en/patreon/private/${SECRET}pushed-en`,
        `/patreon/callback?code=${SECRET}pushed-code`, `/en/patreon/callback?state=${SECRET}pushed-state`]) go(to)
    history.replaceState(history.state, "", here)
    performance.measure("Next.js-render", { start: performance.now(), duration: 0, detail: address("measure") })
    document.cookie = `session=${SECRET}cookie`
}"""
THROWN = f"""
    const address = (place) => `${{location.origin}}/bam?token={SECRET}${{place}}#access_token={SECRET}hash-${{place}}`
    const cause = new Error(`because of ${{address("cause")}}`)
    const error = new Error(`failed at ${{address("message")}} of jan.{SECRET}mail@example.com`, {{ cause }})
    error.name = `Broken (${{address("name")}})`
    error.stack = `Error: x\n    at f (${{location.origin}}{OWN}?token={SECRET}stack:1:1)`
    setTimeout(() => {{ throw error }})
"""
HIDDEN = """() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" })
    document.dispatchEvent(new Event("visibilitychange"))
}"""


def test_no_replay_without_an_error_in_most_sessions(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.page.add_init_script(TIMERS)
        guest.opens(f"{watched}/about")
        began(guest, ingest)
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
        began(guest, ingest)
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
        guest.poll(lambda: len(ingest.payloads("transaction")) == 2, "the spans of a navigation")
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
        for _ in range(40):
            page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
            page.evaluate("performance.measure('hydration', { start: performance.now(), duration: 0 })")
            guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        assert page.evaluate("profiles") == {"begun": 30, "running": 0}
        guest.poll(lambda: len(ingest.payloads("transaction")) == 41, "the spans")


IDLE_TIMEOUT_MS, MAX_PROFILE_MS = 2_000, 30_000
"""Milliseconds (`app/monitoring/hooks.js`)."""
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


def test_pages_may_be_profiled_and_may_report_to_nobody_else(watched: str, ingest: Ingest) -> None:
    headers = httpx.get(f"{watched}/about").headers
    assert headers["document-policy"] == "js-profiling"
    directives = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert directives["connect-src"] == f"'self' {ingest.url}"
    assert directives["script-src"] == "'self'"


# Nothing configured


def test_without_a_dsn_nothing_of_it_is_asked_for(browser: Browser, site: str, lazy: set[str]) -> None:
    with visitor(browser, worker=True) as guest:
        guest.opens(f"{site}/about")
        guest.poll(lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the poll")
        guest.until("navigator.serviceWorker.ready.then(({ active }) => active)")
        guest.settle()
        kept = guest.page.evaluate(KEPT)
        assert len(lazy) >= 4 and len(kept) > 50
        asked = [*guest.requests, *kept]
        assert not [url for url in asked if url.endswith("/config.json") or url.rpartition("/")[2] in lazy]
        assert guest.troubles == []


KEPT = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map((request) => request.url)
}"""


@pytest.fixture(scope="module")
def lazy(browser: Browser, watched: str) -> set[str]:
    """The files that a page fetches for the settings' sake."""
    with guest_of(browser) as plain, guest_of(browser) as guest:
        plain.page.route("**/builds/latest.json", lambda route: route.fulfill(json={"id": ""}))
        for each in (plain, guest):
            each.opens(f"{watched}/about")
            each.settle()
        guest.poll(lambda: any("/envelope/" in url for url in guest.requests), "Sentry")
        names = {url.rpartition("/")[2] for url in {*guest.requests} - {*plain.requests}}
        return {name for name in names if name.endswith(".js")}


def test_an_error_without_a_dsn_asks_for_nothing(browser: Browser, site: str, lazy: set[str]) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/about")
        reject(guest.page, "the ink has dried")
        expect(guest.page.locator("h1")).to_have_text("Chyba serveru")
        guest.poll(lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the poll")
        guest.settle()
        assert not {url.rpartition("/")[2] for url in guest.requests} & {"config.json", *lazy}


# Sentry has troubles of its own


def noticed(guest: Visitor) -> list[str]:
    """What a visitor, or the site's own code, could notice; what the browser writes of failed requests is neither."""
    return [line for line in guest.console if not line.startswith("error: Failed to load resource")]


TROUBLES = ("an error", "a limit", "slow", "unreachable")


@pytest.fixture
def trouble(request: pytest.FixtureRequest, ingest: Ingest) -> Iterator[str]:
    """Sentry does what it should not, for one test."""
    if request.param == "slow":
        ingest.patience.clear()
    ingest.status = {"an error": 500, "a limit": 429}.get(request.param, 200)
    yield request.param
    ingest.status = 200
    ingest.patience.set()


@pytest.mark.parametrize("trouble", TROUBLES, indirect=True)
def test_nobody_notices_that_sentry_has_troubles(browser: Browser, watched: str, trouble: str) -> None:
    with guest_of(browser, SAMPLED) as guest:
        if trouble == "unreachable":
            guest.page.route("**/envelope/**", lambda route: route.abort("connectionrefused"))
        guest.opens(f"{watched}/about")
        guest.poll(lambda: any("/envelope/" in url for url in guest.requests), "an envelope")
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{watched}/contact")
        expect(guest.page.locator("footer")).to_have_count(1)
        for number in range(3):
            guest.page.evaluate("number => console.warn(number)", number)
        assert [line for line in noticed(guest) if not line.startswith("warning: ")] == []
        reject(guest.page, "and now this")
        expect(guest.page.locator("h1")).to_have_text("Chyba serveru")
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(f"{watched}/")
        guest.until(HYDRATED)
        assert [line for line in noticed(guest) if "warning: " not in line] == ["uncaught: and now this"]


def test_settings_that_cannot_be_had_are_only_logged(browser: Browser, watched: str, ingest: Ingest) -> None:
    """What they may be instead is a table of its own (`tests/test_configure.py`)."""
    with guest_of(browser) as guest:
        guest.page.route("**/config.json", lambda route: route.fulfill(body="<html>"))
        guest.opens(f"{watched}/about")
        guest.poll(lambda: any("Failed to fetch the public settings" in line for line in guest.console), "the log")
        guest.settle()
        expect(guest.page.locator("footer")).to_have_count(1)
        assert not [line for line in guest.console if line.startswith("uncaught")]
        assert ingest.envelopes == []
