import re

import pytest
from playwright.sync_api import Browser

from tests.fakes.sentry import Ingest
from tests.support.breaking import OWN, reject, run_own
from tests.support.members_site import LIST, members_site
from tests.support.reporting import (
    HIDDEN,
    IDLE_TIMEOUT_MS,
    LONG_ENOUGH,
    PROFILER,
    SAMPLED,
    TIMERS,
    guest_of,
    wait_for_session,
)

SECRET = "5ecret-"
"""The prefix of all secrets in this test. The site's filters must find secrets without knowing this prefix."""
POST = "53417042511"
OPENED = f"/en/patreon/private/{POST}"
EXPECTED = (
    *("navigation", "fetch", "xhr", "console", "ui.click", "resource.fetch", "resource.img"),
    *("****", "/bam", "/patreon/private/[postId]", "/en/patreon/callback"),
)
"""Harmless strings, which must remain in reports when secrets are removed."""
EVERYTHING = {"client_report", "event", "profile_chunk", "replay_event", "replay_recording", "session", "transaction"}


def test_no_secret_leaves_the_browser(browser: Browser, watched: str, ingest: Ingest) -> None:
    query = f"?code={SECRET}code&state={SECRET}state&next=%2F{SECRET}next&{SECRET}bare#access_token={SECRET}hash"
    with guest_of(browser, SAMPLED) as guest:
        page = guest.page
        page.add_init_script(TIMERS)
        page.add_init_script(PROFILER.replace("{ frames: [], stacks: [], samples: [], resources: [] }", PROFILE))
        page.add_init_script(f"window.SECRET = '{SECRET}'; {MARKED}")
        page.goto(f"{watched}{OPENED}{query}", referer=f"{watched}/?q={SECRET}referrer")
        guest.acts()
        wait_for_session(guest, ingest)
        page.evaluate("mark('late')")
        page.evaluate(USED)
        page.locator("#secret-late").click()
        page.locator("#secret-input-late").fill(f"{SECRET}typed")
        guest.until(f"waiting({IDLE_TIMEOUT_MS})")
        page.evaluate(f"elapse({IDLE_TIMEOUT_MS})")
        guest.poll(lambda: bool(ingest.payloads("transaction")), "a transaction")
        reject(page, "Page not found: dropped, which a client report counts")
        run_own(page, THROWN)
        page.evaluate(LONG_ENOUGH)
        page.evaluate(HIDDEN)
        guest.poll(lambda: kinds(ingest) >= EVERYTHING, f"all of {EVERYTHING}")
        guest.poll(lambda: all(each in ingest.text for each in EXPECTED), f"all of {EXPECTED}")
        guest.settle()
        assert ingest.refused == []
        assert re.findall(rf".{{60}}(?:{SECRET}|{POST})\S{{0,20}}", ingest.text) == []


FILM = "8007"
POST_SECRETS = (f"/{FILM}", f"-{FILM}", "otisk-8002", "aqz-KE", "2025-05-05", f"{SECRET}picture")


@pytest.mark.nightly
def test_no_report_reveals_what_a_member_reads(browser: Browser, built: None, ingest: Ingest) -> None:
    with members_site(SENTRY_DSN=ingest.dsn) as club, guest_of(browser, SAMPLED) as guest:
        page = guest.page
        # Tests must not contact other sites.
        page.route(re.compile("youtube|vimeo"), lambda route: route.fulfill(body="", content_type="text/html"))
        page.route("**/*patreonusercontent.com/**", lambda route: route.fulfill(body="", content_type="image/png"))
        club.open_signed_in(guest, "proof", f"{LIST}/{FILM}")
        wait_for_session(guest, ingest)
        page.locator(".letter iframe").scroll_into_view_if_needed()
        page.evaluate(f"void (new Image().src = 'https://c10.patreonusercontent.com/{SECRET}picture.png')")
        page.locator(".letter h3").click()
        guest.settle()
        page.evaluate(LONG_ENOUGH)
        page.evaluate(HIDDEN)
        guest.poll(lambda: bool(ingest.payloads("replay_recording")), "a replay")
        guest.poll(lambda: "patreonusercontent.com/" in ingest.text, "the picture's request")
        guest.settle()
        assert ingest.refused == []
        assert [secret for secret in POST_SECRETS if secret in ingest.text] == []


PROFILE = f"""{{
    frames: [{{ name: "f", resourceId: 0, line: 1, column: 1 }}],
    stacks: [{{ frameId: 0 }}],
    samples: [{{ timestamp: 1, stackId: 0 }}, {{ timestamp: 11, stackId: 0 }}, {{ timestamp: 21, stackId: 0 }}],
    resources: [`${{location.origin}}{OWN}?token={SECRET}profile`],
}}"""


def kinds(ingest: Ingest) -> set[str]:
    return {item.kind for envelope in list(ingest.envelopes) for item in envelope.items}


MARKED = """
    // Inserts elements with a secret in every place that can contain a URL or a name.
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
        document.adoptedStyleSheets = [new CSSStyleSheet()]
        document.adoptedStyleSheets[0].replaceSync(`.sheet { background: url(${address("sheet")}) }`)
        document.adoptedStyleSheets[0].insertRule(`.rule { background: url(${address("rule")}) }`)
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
