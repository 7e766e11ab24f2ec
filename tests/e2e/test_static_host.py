import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect

from app.content.club import READ_HERE
from app.i18n import language_of, use
from tests.support.inquiry_form import element, fill_in, open_form, submit
from tests.support.pages import KINDS
from tests.support.project_copy import COMPRESSED, copy_project, link_prepared, run
from tests.support.proxy import proxied
from tests.support.service_worker import install_offline_site
from tests.support.static_host import StaticHost, hosted
from tests.support.visitor import Visitor, follow, visitor

pytestmark = pytest.mark.nightly

SERVICE = "https://forms.test/f/1"
OPENED = "HTMLAnchorElement.prototype.click = function () { window.mail = this.href; }"


@pytest.fixture(scope="module")
def project(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = copy_project(tmp_path_factory.mktemp("static") / "project")
    link_prepared(project, [COMPRESSED])
    return project


@pytest.fixture(scope="module")
def by_mail(project: Path) -> Iterator[StaticHost]:
    said = run(project, "builder.export", "by-mail", SITE_URL="https://otisk.test")
    assert "Inquiries go to mailto:" in said
    with hosted(project / "by-mail") as host:
        yield host


@pytest.fixture(scope="module")
def by_service(project: Path) -> Iterator[StaticHost]:
    run(project, "builder.export", "by-service", INQUIRIES_ENDPOINT=SERVICE)
    with hosted(project / "by-service") as host:
        yield host


@pytest.fixture(scope="module")
def redirected(project: Path) -> Iterator[StaticHost]:
    run(project, "builder.export", "redirected", ROOT_REDIRECT="/bam")
    with hosted(project / "redirected") as host:
        yield host


def path(guest: Visitor) -> str:
    return urlsplit(guest.page.url).path


@pytest.mark.parametrize(("locale", "home"), [("cs-CZ", "/"), ("en-GB", "/en"), ("de-DE", "/")])
def test_the_root_opens_in_the_browser_s_language(
    browser: Browser, by_mail: StaticHost, locale: str, home: str
) -> None:
    with visitor(browser, locale=locale) as guest:
        guest.page.goto(f"{by_mail.url}/")
        guest.page.wait_for_url(f"{by_mail.url}{home}")
        guest.acts()
        guest.settle()
        # The request for `/` may be cancelled, because `/` redirects to the visitor's language.
        replaced = f"{by_mail.url}/ net::ERR_ABORTED"
        assert (path(guest), [each for each in guest.troubles if each != replaced]) == (home, [])


def test_the_chosen_language_is_remembered(browser: Browser, by_mail: StaticHost) -> None:
    with visitor(browser, locale="en-GB") as guest:
        guest.opens(f"{by_mail.url}/en")
        follow(guest.page, "/")
        guest.opens(f"{by_mail.url}/")
        assert path(guest) == "/" and guest.troubles == []


def test_the_root_without_javascript_links_to_the_other_language(browser: Browser, by_mail: StaticHost) -> None:
    with visitor(browser, locale="en-GB", java_script_enabled=False) as reader:
        reader.page.goto(f"{by_mail.url}/")
        reader.page.locator("a[hreflang=en]").first.click()
        reader.page.wait_for_url(f"{by_mail.url}/en")
        expect(reader.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_pages_that_need_the_server_do_not_exist(guest: Visitor, by_mail: StaticHost, prefix: str) -> None:
    for missing in ("/patreon/private", "/desk", "/workshops.json", "/booking", "/inquiry/held", "/vouchers/check"):
        answer = guest.page.goto(f"{by_mail.url}{prefix}{missing}")
        assert answer and answer.status == 404
        expect(guest.page.locator("html")).to_have_attribute("lang", prefix[1:] or "cs")
        expect(guest.page.locator("main")).to_contain_text("404")
    assert not [line for line in guest.console if "404" not in line], "the page's policy refuses nothing"
    guest.page.goto(f"{by_mail.url}{prefix}/patreon")
    assert guest.page.locator("a[href*='patreon/private'], a[href*='patreon/login']").count() == 0
    with use(language_of(f"{prefix}/")):
        expect(guest.page.locator("main")).not_to_contain_text(str(READ_HERE.title))


def test_each_kind_of_page_is_without_errors(guest: Visitor, by_mail: StaticHost) -> None:
    guest.reads(f"{by_mail.url}/offline")
    for place in KINDS:
        if place.path != "/" and not place.route.served:
            guest.opens(by_mail.url + place.path)
        guest.settle()
    assert guest.troubles == []


def test_after_one_visit_the_site_works_offline(browser: Browser, by_mail: StaticHost) -> None:
    with proxied(by_mail.url) as proxy, visitor(browser, worker=True) as guest:
        install_offline_site(guest, f"{proxy.url}/contact")
        assert guest.troubles == []
        proxy.cut()
        guest.page.context.set_offline(True)
        for page, language in (("/", "cs"), ("/en/pricing/weddings", "en"), ("/portfolio", "cs")):
            guest.opens(f"{proxy.url}{page}")
            expect(guest.page.locator("html")).to_have_attribute("lang", language)
        guest.page.goto(f"{proxy.url}/nowhere")
        expect(guest.page.locator("#kept a[href='/']")).to_be_visible()


def test_a_site_whose_root_redirects_works_offline(browser: Browser, redirected: StaticHost) -> None:
    with proxied(redirected.url) as proxy, visitor(browser, worker=True) as guest:
        install_offline_site(guest, f"{proxy.url}/contact")
        assert guest.troubles == []
        proxy.cut()
        guest.page.context.set_offline(True)
        guest.opens(f"{proxy.url}/")
        assert path(guest) == "/bam"


def test_an_inquiry_becomes_a_message_of_the_mail_program(guest: Visitor, by_mail: StaticHost) -> None:
    guest.page.add_init_script(OPENED)
    open_form(guest, f"{by_mail.url}/en/inquiry")
    assert guest.page.locator("[type=file]").count() == 0
    fill_in(guest.page, message="A card & a poster", name="Jana")
    submit(guest.page)
    expect(element(guest.page, "state")).to_contain_text("Your mail program opens")
    message = urlsplit(guest.page.evaluate("window.mail"))
    fields = parse_qs(message.query)
    assert message.scheme == "mailto" and "@" in message.path and fields["subject"]
    assert {"Your message: A card & a poster", "Name: Jana"} <= set(fields["body"][0].split("\r\n"))
    assert guest.troubles == []


def test_an_inquiry_goes_to_the_form_service(guest: Visitor, by_service: StaticHost) -> None:
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        headers = {"access-control-allow-origin": "*"}
        route.fulfill(status=200, headers=headers, content_type="application/json", body=json.dumps({"ok": True}))

    guest.page.context.route(SERVICE, answer)
    guest.opens(f"{by_service.url}/en")
    follow(guest.page, "/en/inquiry")
    guest.until("document.getElementById('inquiry-form')?.noValidate")
    fill_in(guest.page, message="A poster", name="Jana")
    submit(guest.page)
    expect(element(guest.page, "state")).to_have_text("It has arrived.")
    assert len(sent) == 1 and "A poster" in sent[0]
    assert guest.troubles == []


def test_an_inquiry_waits_for_the_network(guest: Visitor, by_service: StaticHost) -> None:
    guest.page.context.route(SERVICE, lambda route: route.abort())
    open_form(guest, f"{by_service.url}/en/inquiry")
    fill_in(guest.page, message="A poster")
    submit(guest.page)
    expect(element(guest.page, "state")).to_contain_text("waits in this browser")
    guest.page.context.unroute(SERVICE)
    answered = {"status": 200, "headers": {"access-control-allow-origin": "*"}}
    guest.page.context.route(SERVICE, lambda route: route.fulfill(**answered))
    guest.page.evaluate("dispatchEvent(new Event('online'))")
    expect(element(guest.page, "state")).to_have_text("It has arrived.")
