from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest

from app.components import head
from app.components.pictures import derive
from app.content.changed import CHANGED
from app.content.portfolio import category
from app.content.studio import STUDIO
from app.content.workshops import WORKSHOPS
from app.i18n import DEFAULT, LANGUAGES
from app.routes import ROUTES, Place, match, places
from app.settings import load
from builder import publish
from builder.publish import public_files, robots, sitemap
from tests.support.languages import BOTH
from tests.support.site_texts import page_of

SITE = "https://otisk.test"
XML = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
    "i": "http://www.google.com/schemas/sitemap-image/1.1",
}


@pytest.fixture(autouse=True)
def site(monkeypatch):
    settings = load(_env_file=None, site_url=SITE)
    for module in (publish, head):
        monkeypatch.setattr(module, "settings", lambda: settings)


def entries(language) -> dict[str, list[tuple[str | None, str | None]]]:
    root = ElementTree.fromstring(sitemap(language).encode())
    return {
        url.findtext("s:loc", "", XML): [
            (link.get("hreflang"), link.get("href")) for link in url.findall("x:link", XML)
        ]
        for url in root.findall("s:url", XML)
    }


def test_all_files_are_published():
    files = public_files()
    assert set(files) == {
        "robots.txt",
        *(f"{each.prefix}/{STUDIO.slug}.vcf".lstrip("/") for each in LANGUAGES),
        *(f"{each.prefix}/workshops/{day.id}.ics".lstrip("/") for each in LANGUAGES for day in WORKSHOPS),
        *(f"{each.prefix}/withdrawal-form.txt".lstrip("/") for each in LANGUAGES),
        *(f"{each.prefix}/sitemap.xml".lstrip("/") for each in LANGUAGES),
        *(f"{each.prefix}/manifest.webmanifest".lstrip("/") for each in LANGUAGES),
    }
    assert (files["sitemap.xml"], files["en/sitemap.xml"]) == tuple(map(sitemap, BOTH))
    card = f"{STUDIO.slug}.vcf"
    assert ";Česká republika\r\n" in files[card] and ";Czech Republic\r\n" in files[f"en/{card}"]
    assert files["withdrawal-form.txt"].startswith("Oznámení o odstoupení od smlouvy\n")
    assert files["en/withdrawal-form.txt"].startswith("Notice of withdrawal from a contract\n")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_contact_page_links_to_the_vcard_of_its_language(language):
    links = page_of(Place(ROUTES["contact"], language)).all("a")
    saved = [(link["href"], link["download"]) for link in links if "download" in link.attributes]
    assert saved == [(f"{language.prefix}/{STUDIO.slug}.vcf", f"{STUDIO.slug}.vcf")]


def listed() -> list[Place]:
    now = datetime.now(UTC)
    return [place for place in places() if place.route.indexed and not place.is_gone(now)]


def test_the_sitemap_omits_workshops_that_are_over(monkeypatch):
    for number, workshop in enumerate(WORKSHOPS, 1):
        monkeypatch.setattr(publish, "datetime", At(workshop.ends))
        paths = [path for path in entries(DEFAULT) if "/workshops/" in path]
        assert paths == [f"{SITE}/workshops/{each.id}" for each in WORKSHOPS[number:]]


@dataclass
class At:
    moment: datetime

    def now(self, _zone: tzinfo) -> datetime:
        return self.moment


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_sitemap_lists_indexed_pages_with_their_last_change_and_pictures(language):
    root = ElementTree.fromstring(sitemap(language).encode())
    pages = {url.findtext("s:loc", "", XML): url for url in root.findall("s:url", XML)}
    own = [place for place in listed() if place.language == language]
    assert list(pages) == [SITE + place.path for place in own]
    for place, url in zip(own, pages.values(), strict=True):
        day = CHANGED.get(place.route.name)
        assert url.findtext("s:lastmod", None, XML) == (day and day.isoformat())
        shown = [each.text for each in url.findall("i:image/i:loc", XML)]
        works = category(place.params["category"]).works if place.route.name == "portfolio-category" else ()
        assert shown == [SITE + derive(work.picture).fallback for work in works]


def test_only_indexed_pages_have_changed():
    assert CHANGED.keys() <= {name for name, route in ROUTES.items() if route.indexed}


def test_alternates_are_reciprocal():
    czech, english = map(entries, BOTH)
    assert list(czech.values()) == list(english.values())
    for address, other, links in zip(czech, english, czech.values(), strict=True):
        assert {("cs", address), ("en", other), ("x-default", address)} <= set(links)
        assert len(links) == len(LANGUAGES) + 1
        found = match(other.removeprefix(SITE))
        assert found and found.place.within(DEFAULT).path == address.removeprefix(SITE)


def test_addresses_are_escaped(monkeypatch):
    monkeypatch.setattr(
        head, "settings", lambda: load(_env_file=None).model_copy(update={"site_url": 'https://a&b"<c'})
    )
    assert next(iter(entries(DEFAULT))) == 'https://a&b"<c/'


def test_crawlers_may_read_that_a_page_is_not_indexed():
    rules = RobotFileParser()
    rules.parse(robots().splitlines())
    assert [place.path for place in places() if not rules.can_fetch("Googlebot", SITE + place.path)] == []


def test_robots_name_the_sitemaps():
    lines = robots().splitlines()
    assert robots().endswith("\n")
    assert lines[0] == "User-agent: *"
    assert [line for line in lines if line.startswith("Sitemap")] == [
        f"Sitemap: {SITE}{each.prefix}/sitemap.xml" for each in LANGUAGES
    ]
