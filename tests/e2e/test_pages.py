"""Every page in every language, in a real browser: right language, right head, nothing that fails."""

from importlib import import_module
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from app.i18n import DEFAULT, LANGUAGES, use
from app.routes import Place, places
from app.settings import settings
from tests.e2e.visitor import visitor


def shown(place: Place) -> str:
    """The path of a page, with a value for an open parameter."""
    return place.path.replace("[postId]", "12345")


def title_of(place: Place) -> str:
    with use(place.language):
        return import_module(place.route.page).meta(**place.params).full_title


@pytest.mark.parametrize(
    "place", places(), ids=lambda place: place.name + "".join(f"-{v}" for v in place.params.values())
)
def test_page(browser: Browser, site: str, place: Place) -> None:
    with visitor(browser, locale=place.language.tag) as guest:
        guest.opens(site + shown(place))
        guest.settle()
        page = guest.page
        head = page.evaluate(
            """() => ({
                lang: document.documentElement.lang,
                headings: document.querySelectorAll('h1').length,
                canonical: [...document.querySelectorAll('link[rel=canonical]')].map((link) => link.href),
                alternates: [...document.querySelectorAll('link[rel=alternate]')]
                    .map((link) => [link.hreflang, link.href]),
                description: [...document.querySelectorAll('meta[name=description]')].map((meta) => meta.content),
                image: [...document.querySelectorAll('meta[property="og:image"]')].map((meta) => meta.content),
            })"""
        )
        assert head["lang"] == place.language.code
        assert page.title() == title_of(place)
        assert head["headings"] == 1
        alternates = [[other.language.code, absolute(other)] for other in place.alternates]
        alternates.append(["x-default", absolute(place.within(DEFAULT))])
        assert head["canonical"] == ([] if place.is_open else [absolute(place)])
        assert head["alternates"] == ([] if place.is_open else alternates)
        assert len(head["description"]) == 1 and len(head["description"][0]) > 50
        assert head["image"] == [settings().site_url + "/og.jpg"]
        assert guest.troubles == []
        if not place.route.stateful:
            assert guest.sockets == []
            assert [url for url in guest.requests if urlsplit(url).path in ("/ping", "/_event")] == []


def absolute(place: Place) -> str:
    """A browser writes the bare origin with a slash."""
    path = place.path if place.path != "/" else "/"
    return settings().site_url + path


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_language_follows_client_navigation(browser: Browser, site: str, language) -> None:
    other = next(each for each in LANGUAGES if each != language)
    with visitor(browser, locale=language.tag) as guest:
        guest.opens(f"{site}{language.prefix}/about")
        guest.page.locator(f"a[hreflang={other.code}]").first.click()
        guest.page.wait_for_url(f"{site}{other.prefix}/about")
        expect(guest.page.locator("html")).to_have_attribute("lang", other.code)
        guest.page.go_back()
        expect(guest.page.locator("html")).to_have_attribute("lang", language.code)
        assert guest.troubles == []
