"""The built site gives the right responses to HTTP requests. These tests need no browser."""

import json
import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from app.components.head import absolute_url
from app.content.errors import TITLES
from app.i18n import DEFAULT, Language, use
from app.routes import places
from app.settings import settings
from tests.support.languages import CZECH, ENGLISH
from tests.support.pages import SERVED
from tests.support.server_process import copy_for_serving, running_server

SITEMAP = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
PAGES = [place.path.replace("[postId]", "12345") for place in SERVED]


@pytest.fixture(scope="module")
def client(site: str):
    with httpx.Client(base_url=site, headers={"Accept": "text/html", "Accept-Language": "cs"}) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_page_is_served_and_revalidated(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    if path == "/":
        assert answer.headers["cache-control"] == "private, no-cache"
        assert {"Cookie", "Accept-Language"} <= set(re.split(r",\s*", answer.headers["vary"]))
    else:
        assert "must-revalidate" in answer.headers["cache-control"]
        again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    head = client.head(path)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("path", [path for path in PAGES if path != "/"])
def test_a_trailing_slash_is_removed(client: httpx.Client, path: str) -> None:
    answer = client.get(path + "/?from=letter")
    assert (answer.status_code, answer.headers["location"]) == (308, path + "?from=letter")


def test_hashed_files_exist_and_are_cacheable_for_a_year(client: httpx.Client) -> None:
    files = set()
    for path in PAGES:
        html = unescape(client.get(path).text)
        files |= set(re.findall(r"/(?:_next/static|pictures)/[^\s\"',]+", html))
    assert len(files) > 100
    for file in files:
        answer = client.head(file)
        assert answer.status_code == 200, file
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", file


def test_sitemap(client: httpx.Client, language: Language) -> None:
    answer = client.get(f"{language.prefix}/sitemap.xml")
    assert answer.headers["content-type"] == "application/xml"
    urls = ElementTree.fromstring(answer.content).findall("s:url", SITEMAP)
    now = datetime.now(UTC)
    gone = {absolute_url(place) for place in places() if place.is_gone(now)}
    indexed = [place for place in places() if place.language == language and place.route.indexed]
    expected = [place for place in indexed if not place.is_gone(now)]
    # Ignore workshops that have passed since the build.
    urls = [url for url in urls if url.findtext("s:loc", namespaces=SITEMAP) not in gone]
    assert [url.findtext("s:loc", namespaces=SITEMAP) for url in urls] == [absolute_url(place) for place in expected]
    for url, place in zip(urls, expected, strict=True):
        links = {link.get("hreflang"): link.get("href") for link in url.findall("x:link", SITEMAP)}
        alternates = {other.language.code: absolute_url(other) for other in place.alternates}
        assert links == {**alternates, "x-default": alternates[DEFAULT.code]}


def test_robots(client: httpx.Client) -> None:
    robots = client.get("/robots.txt").text
    assert f"Sitemap: {settings().site_url}/sitemap.xml" in robots
    assert "Disallow: /en/patreon/private" in robots


def test_the_manifest_and_its_pictures(client: httpx.Client, language: Language) -> None:
    answer = client.get(f"{language.prefix}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    shortcuts = [shortcut["icons"][0] for shortcut in manifest["shortcuts"]]
    for image in (*manifest["icons"], *manifest["screenshots"], *shortcuts):
        found = client.get(image["src"])
        assert (found.status_code, found.headers["content-type"]) == (200, image["type"]), image


@pytest.mark.parametrize(
    ("path", "language", "message", "home"),
    [
        ("/nope", CZECH, "Page not found: /nope", "/"),
        ("/en/nope", ENGLISH, "Page not found: /en/nope", "/en"),
        ("/en/nope?a=b&c", ENGLISH, "Page not found: /en/nope?a=b&c", "/en"),
        ("/vouchers/yachts", CZECH, "Page Not Found: /vouchers/yachts", "/"),
        ("/en/portfolio/x?y=1", ENGLISH, "Page Not Found: /en/portfolio/x?y=1", "/en"),
        ("/%3Cscript%3E", CZECH, "Page not found: /<script>", "/"),
        ("/masters/home.jpg/x", CZECH, "Page not found: /masters/home.jpg/x", "/"),
    ],
)
def test_error_page(client: httpx.Client, path: str, language: Language, message: str, home: str) -> None:
    answer = client.get(path)
    html = answer.text
    assert answer.status_code == 404
    with use(language):
        title = str(TITLES[404])
    assert f'<html lang="{language.code}"' in html and "<script" not in html
    assert re.search(rf"<h1[^>]*>{title}</h1>", html)
    assert re.search(r"<p[^>]*>404</p>", html)
    assert message in unescape(html)
    assert f'href="{home}"' in html
    assert "%%" not in html


def test_internal_files_are_not_served(client: httpx.Client) -> None:
    paths = (
        "/pictures/home.jpg",
        "/masters/home.jpg",
        "/errors/cs",
        "/errors/cs.html",
        "/404",
        "/404.html",
        "/about.html",
    )
    for path in (*paths, "/index.json", "/inputs.sha256", "/error", "/error.html", "/pwa/site.json", "/.env"):
        assert client.get(path).status_code == 404, path


@pytest.mark.nightly
def test_the_server_needs_only_the_build(built: None, tmp_path: Path) -> None:
    project = copy_for_serving(tmp_path)
    before = {file.name for file in project.iterdir()}
    with running_server(project, PYTHONDONTWRITEBYTECODE="1") as server:
        assert httpx.get(f"{server.url}/about", timeout=60).status_code == 200
        server.wait_until_members_are_up()
        assert server.stop() == ""
    assert {file.name for file in project.iterdir()} == before
