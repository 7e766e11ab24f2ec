import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from app.content.changed import REWRITTEN
from app.content.studio import STUDIO
from app.i18n import LANGUAGES, Language
from tests.fakes.patreon import running
from tests.support.about_page import ABOUT_PAGE, ABOUT_TITLE
from tests.support.developing import EDITS, OUTPUT, Development, Edit, developing, shows
from tests.support.inquiries import until
from tests.support.project_copy import replace
from tests.support.state_site import TUTORIAL
from tests.support.tutorial import EXAMPLES
from tests.support.visitor import EXPECT_TIMEOUT_MS, Visitor, visitor

# These tests run alone, because other tests would slow down the low-priority backend.
pytestmark = [pytest.mark.alone, pytest.mark.nightly]

PAGE_TIMEOUT_MS = 180_000


@pytest.fixture(scope="module")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Development]:
    """A development server for a copy of the project. At the end, SIGHUP must stop all processes."""
    folder = tmp_path_factory.mktemp("development")
    with running() as patreon:
        settings = {**patreon.settings, "DATA_DIR": str(folder)}
        with developing(folder, *TUTORIAL.glob("*.py"), charts=True, **settings) as development:
            yield development
            output = development.hung_up()
            assert "Traceback" not in output and "ERROR" not in output, output


@pytest.fixture(scope="module")
def development(server: Development) -> str:
    return server.url


@contextmanager
def slow_visitor(browser: Browser) -> Iterator[Visitor]:
    expect.set_options(timeout=PAGE_TIMEOUT_MS)
    try:
        with visitor(browser) as guest:
            guest.page.set_default_navigation_timeout(PAGE_TIMEOUT_MS)
            guest.page.set_default_timeout(PAGE_TIMEOUT_MS)
            yield guest
    finally:
        expect.set_options(timeout=EXPECT_TIMEOUT_MS)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_page_in_each_language_opens_no_socket(browser: Browser, development: str, language: Language) -> None:
    with slow_visitor(browser) as guest:
        guest.opens(f"{development}{language.prefix}/about")
        expect(guest.page.locator("html")).to_have_attribute("lang", language.code)
        assert [socket for socket in guest.sockets if "_event" in socket] == []
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []


def test_a_members_page_connects_once_and_visitors_can_sign_in(browser: Browser, development: str) -> None:
    page = f"{development}/en/patreon/private"
    with slow_visitor(browser) as guest:
        guest.opens(page)
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "out")
        assert len([socket for socket in guest.sockets if "_event" in socket]) == 1
        guest.page.locator("#members a[href*='/patreon/login?next=']").click()
        guest.page.locator("#proof").click()
        guest.page.wait_for_url(page)
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "in")
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_reflex_works_with_its_styles(browser: Browser, development: str, name: str) -> None:
    with slow_visitor(browser) as guest:
        guest.opens(f"{development}/en/tutorial_{name}")
        EXAMPLES[name](guest.page)
        if name != "accordion":
            expect(guest.page.locator(".rt-Button").first).to_have_css("border-radius", "4px")
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []
        assert guest.failed == []


@pytest.mark.parametrize("old", ["import reflex", "    return Meta("], ids=["import", "title"])
def test_a_broken_page_leaves_other_pages_and_the_backend_alone(server: Development, old: str) -> None:
    file = server.project / ABOUT_PAGE
    before = file.read_text()
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60, follow_redirects=True) as client:
        try:
            replace(file, old, f"{old[: len(old) - len(old.lstrip())]}raise LookupError('no ink')\n{old}")
            until(lambda: "no ink" in client.get("/en/about").text, "the message")
            for path, part in {"/": "<h1", "/en/contact": "<h1", "/config.json": "environment"}.items():
                response = client.get(path)
                assert (response.status_code, part in response.text) == (200, True), path
        finally:
            file.write_text(before)
        until(lambda: ABOUT_TITLE in client.get("/en/about").text, "the page")


def test_server_owned_paths_are_proxied(development: str) -> None:
    with httpx.Client(base_url=development, trust_env=False, timeout=60) as client:
        assert client.get("/config.json").json()["environment"] == "production"
        latest = client.get("/builds/latest.json").json()
        assert latest.pop("headers") and latest == {"id": None, "patreon": True}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/nope?a=b", "Page not found: /nope?a=b"),
        ("/en/vouchers/nope", "Page Not Found: /en/vouchers/nope"),
        ("/patreon/private/abc", "Page Not Found: /patreon/private/abc"),
        ("/error", "Page not found: /error"),
    ],
)
def test_an_unknown_path_is_our_404(development: str, path: str, message: str) -> None:
    answer = httpx.get(development + path, headers={"accept": "text/html"}, trust_env=False, timeout=60)
    assert answer.status_code == 404 and message in answer.text and f"{STUDIO.name}</title>" in answer.text


def test_the_error_page_has_styles(development: str) -> None:
    sheet = httpx.get(f"{development}/development.css", trust_env=False, timeout=60)
    assert sheet.status_code == 200 and ".text-ink-soft" in sheet.text and "@font-face" in sheet.text


@pytest.mark.parametrize(("language", "status", "location"), [("en", 302, "/en?a=b"), ("cs", 200, None)])
def test_the_server_decides_the_language_of_the_home_page(
    development: str, language: str, status: int, location: str | None
) -> None:
    answer = httpx.get(f"{development}/?a=b", headers={"accept-language": language}, trust_env=False, timeout=60)
    assert (answer.status_code, answer.headers.get("location")) == (status, location)
    assert "content-security-policy" in answer.headers


def test_a_worker_of_an_earlier_run_ends(browser: Browser, development: str) -> None:
    with browser.new_context(service_workers="allow") as context:
        page = context.new_page()
        page.goto(f"{development}/en/about", timeout=PAGE_TIMEOUT_MS)
        page.evaluate("caches.open('site').then(() => navigator.serviceWorker.register('/sw.js'))")
        page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => !found)")
        page.wait_for_function("caches.keys().then((names) => !names.length)")


@pytest.mark.parametrize("module", ["builder", "reflex"])
def test_builds_and_other_servers_are_locked_out(server: Development, module: str) -> None:
    command = [sys.executable, "-m", module, *["run"] * (module == "reflex")]
    result = subprocess.run(command, cwd=server.project, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    assert (
        result.stderr
        == f"`make dev` is running in this folder, at {server.url}: end it first, as both write to .web.\n"
    )


PUBLISHED = Edit(
    "app/content/changed.py", f"date({REWRITTEN:%Y, %-m, %-d})", "date(2031, 7, 9)", "/sitemap.xml", "2031-07-09"
)


def test_edits_reach_the_browser(browser: Browser, server: Development) -> None:
    with (
        slow_visitor(browser) as guest,
        httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client,
        ExitStack() as edits,
    ):

        def sees(edit: Edit) -> None:
            if urlsplit(guest.page.url).path != edit.page:
                guest.opens(server.url + edit.page)
            edits.enter_context(server.edited(edit))
            guest.page.wait_for_function(edit.seen)

        sees(EDITS["a Czech text"])
        before = written(server)
        sees(EDITS["a text"])
        sees(EDITS["a style"])
        after = written(server)
        assert {name for name, time in after.items() if time != before[name]} <= {"about.js", "en/about.js"}
        sees(EDITS["a price"])
        edits.enter_context(server.edited(PUBLISHED))
        until(lambda: PUBLISHED.seen in client.get(PUBLISHED.page).text, "the new sitemap")
        edits.close()
        guest.page.wait_for_function(f"!({EDITS['a price'].seen})")
        until(lambda: PUBLISHED.seen not in client.get(PUBLISHED.page).text, "the old sitemap")


def written(server: Development) -> dict[str, int]:
    """Returns the modification times of the pages' generated modules, keyed by path."""
    pages = server.project / ".web/pages"
    return {file.relative_to(pages).as_posix(): file.stat().st_mtime_ns for file in pages.rglob("*.js")}


def test_the_backend_restarts_without_downtime(server: Development) -> None:
    earlier = len((server.project / OUTPUT).read_text())
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        for path, file, old, new, status in (
            ("/nope", "app/server/compose.py", "Page not found", "Nothing there", 404),
            ("/config.json", "app/server/config.py", '"environment"', '"surroundings"', 200),
        ):
            with server.edited(Edit(file, old, new, "", "")):
                answers = answered_until(client, path, new)
            assert {answer.status_code for answer in answers} == {status}
        answered_until(client, "/config.json", '"environment"')
    assert "refused to gracefully stop" not in (server.project / OUTPUT).read_text()[earlier:]


def answered_until(client: httpx.Client, path: str, words: str) -> list[httpx.Response]:
    answers = [client.get(path, headers={"accept": "text/html"})]
    while words not in answers[-1].text:
        answers.append(client.get(path, headers={"accept": "text/html"}))
    return answers


WORDS = f'_("{ABOUT_TITLE}"),'
MISTAKES = {
    "syntax": (WORDS, f"{WORDS} ]", "SyntaxError: closing parenthesis"),
    "an exception": (WORDS, "str(1 / 0),", "ZeroDivisionError: division by zero"),
    "an icon": (
        "h.h1(",
        '__import__("app.components.icon").components.icon.icon("gitf"), h.h1(',
        'not bundled (if Tabler has it, `make icons NAMES="gitf"` adds it). Did you mean `gift`?',
    ),
}

MAX_CALL_LINES = 12
"""The maximum distance in lines between a mistake and the line that the error reports."""
HALF_WRITTEN = "document.getElementById('__NEXT_DATA__')?.textContent.includes('Unexpected end of JSON input')"
"""JavaScript that checks whether Next has failed because it read an incomplete manifest."""
FIXED = f"document.querySelector('h1')?.textContent === '{ABOUT_TITLE}'"


def test_mistakes_appear_in_the_page_until_they_are_fixed(browser: Browser, server: Development) -> None:
    file = server.project / ABOUT_PAGE
    original = file.read_text()
    with slow_visitor(browser) as guest:
        reloads = [guest.page.reload]

        def wait_for(condition: str) -> None:
            guest.page.wait_for_function(f"{condition} || {HALF_WRITTEN}")
            if reloads and guest.page.evaluate(HALF_WRITTEN):
                reloads.pop()()

        guest.opens(f"{server.url}/en/about")
        message = guest.page.locator("pre[role=alert]")
        try:
            for old, new, said in MISTAKES.values():
                before, found, after = original.partition(old)
                assert found, f"{ABOUT_PAGE} has no {old}"
                line = before.count("\n") + 1
                lines = "|".join(map(str, range(line - MAX_CALL_LINES, line + 1)))
                file.write_text(f"{before}{new}{after}")
                wait_for(shows(said))
                expect(message).to_contain_text(said)
                expect(message).to_be_in_viewport()
                expect(message).not_to_contain_text("about-")
                expect(message).to_contain_text(re.compile(rf'{ABOUT_PAGE}(?::|", line )({lines})\b'))
        finally:
            file.write_text(original)
        wait_for(FIXED)
        expect(message).to_have_count(0)
        expect(guest.page.locator("h1")).to_have_text(ABOUT_TITLE)
    terminal = (server.project / OUTPUT).read_text()
    printed = {said: terminal.count(said) for _, _, said in MISTAKES.values()}
    assert printed == dict.fromkeys(printed, 1), terminal


def test_an_error_in_all_pages_appears_in_every_page(server: Development) -> None:
    languages = server.project / "app/i18n/languages.py"
    before = languages.read_text()
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        try:
            languages.write_text(f"]\n{before}")
            for path in ("/about", "/en/about"):
                until(lambda path=path: "app/i18n/languages.py&quot;, line 1" in client.get(path).text, "the message")
        finally:
            languages.write_text(before)
        for path in ("/about", "/en/about"):
            until(lambda path=path: "<h1" in client.get(path).text, "the page")
