"""Sitemaps and robots.txt say what the route table says."""

from xml.etree import ElementTree

import pytest

from app import publish
from app.components import head
from app.i18n import DEFAULT, LANGUAGES
from app.publish import public_files, robots, sitemap
from app.routes import match, places
from app.settings import load

SITE = "https://otisk.test"
XML = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


@pytest.fixture(autouse=True)
def site(monkeypatch):
    """The site at an address of its own, whatever the environment says."""
    for module in (publish, head):
        monkeypatch.setattr(module, "settings", lambda: load(_env_file=None, site_url=SITE))


def entries(language) -> dict[str, list[tuple[str | None, str | None]]]:
    """The addresses of a sitemap, each with its alternates."""
    root = ElementTree.fromstring(sitemap(language).encode())
    return {
        url.findtext("s:loc", "", XML): [
            (link.get("hreflang"), link.get("href")) for link in url.findall("x:link", XML)
        ]
        for url in root.findall("s:url", XML)
    }


def test_published_files():
    files = public_files()
    assert set(files) == {
        "sitemap.xml",
        "en/sitemap.xml",
        "robots.txt",
        "manifest.webmanifest",
        "en/manifest.webmanifest",
        "studio-otisk.vcf",
    }
    assert (files["sitemap.xml"], files["en/sitemap.xml"]) == tuple(map(sitemap, LANGUAGES))
    assert files["studio-otisk.vcf"].startswith("BEGIN:VCARD\r\n")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_sitemap_lists_the_indexed_pages_of_its_language(language):
    paths = [place.path for place in places() if place.language == language and place.route.indexed]
    assert list(entries(language)) == [SITE + path for path in paths]
    assert not any("private" in path or "[" in path or "callback" in path for path in paths)


def test_alternates_are_reciprocal():
    czech, english = map(entries, LANGUAGES)
    assert list(czech.values()) == list(english.values())
    for address, other, links in zip(czech, english, czech.values(), strict=True):
        assert links == [("cs", address), ("en", other), ("x-default", address)]
        found = match(other.removeprefix(SITE))
        assert found and found.place.within(DEFAULT).path == address.removeprefix(SITE)


def test_addresses_are_escaped(monkeypatch):
    monkeypatch.setattr(
        head, "settings", lambda: load(_env_file=None).model_copy(update={"site_url": 'https://a&b"<c'})
    )
    assert next(iter(entries(DEFAULT))) == 'https://a&b"<c/'


def test_robots_keep_out_of_members_pages_only():
    lines = robots().splitlines()
    assert robots().endswith("\n")
    assert lines[0] == "User-agent: *"
    assert [line for line in lines if line.startswith("Disallow")] == [
        "Disallow: /patreon/private",
        "Disallow: /en/patreon/private",
    ]
    assert [line for line in lines if line.startswith("Sitemap")] == [
        f"Sitemap: {SITE}/sitemap.xml",
        f"Sitemap: {SITE}/en/sitemap.xml",
    ]
