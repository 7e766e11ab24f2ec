"""The built site gives the right responses to HTTP requests. These tests need no browser."""

import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from app.content.errors import TITLES
from app.i18n import Language, use
from tests.support.languages import CZECH, ENGLISH
from tests.support.pages import SERVED
from tests.support.server_process import copy_for_serving, running_server

PAGES = [place.path.replace("[postId]", "12345") for place in SERVED]


@pytest.fixture(scope="module")
def client(site: str):
    with httpx.Client(base_url=site, headers={"Accept": "text/html", "Accept-Language": "cs"}) as client:
        yield client


@pytest.fixture(scope="module")
def pages(client: httpx.Client) -> dict[str, httpx.Response]:
    return {path: client.get(path) for path in PAGES}


def test_pages_are_served_and_revalidated(client: httpx.Client, pages: dict[str, httpx.Response]) -> None:
    for path, answer in pages.items():
        assert answer.status_code == 200, path
        assert answer.headers["content-type"] == "text/html; charset=utf-8", path
        if path == "/":
            assert answer.headers["cache-control"] == "private, no-cache"
            assert {"Cookie", "Accept-Language"} <= set(re.split(r",\s*", answer.headers["vary"]))
        else:
            assert "must-revalidate" in answer.headers["cache-control"], path
            again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), path
        head = client.head(path)
        assert (head.status_code, head.content) == (200, b""), path


def test_hashed_files_exist_and_are_cacheable_for_a_year(
    client: httpx.Client, pages: dict[str, httpx.Response]
) -> None:
    html = unescape("\n".join(page.text for page in pages.values()))
    files = set(re.findall(r"/(?:_next/static|pictures)/[^\s\"',]+", html))
    assert len(files) > 100
    for file in files:
        answer = client.head(file)
        assert answer.status_code == 200, file
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", file


@pytest.mark.parametrize(
    ("path", "language", "message", "home"),
    [
        ("/nope", CZECH, "Page not found: /nope", "/"),
        ("/en/portfolio/x?y=1", ENGLISH, "Page Not Found: /en/portfolio/x?y=1", "/en"),
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
    paths = ("/pictures/home.jpg", "/masters/home.jpg", "/errors/cs", "/errors/cs.html", "/404", "/404.html", "/.env")
    for path in (*paths, "/about.html", "/index.json", "/inputs.sha256", "/error", "/error.html", "/pwa/site.json"):
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
