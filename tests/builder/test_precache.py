import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from app import all_pages, routes
from app.all_pages import public_pages
from app.components.head import Meta, head
from app.http.export import SITE
from app.i18n import LANGUAGES, Text, use
from app.routes import Place, Route, places, private_pattern
from app.settings import Settings
from builder import precache, publish
from pwa.worker import cache_rules
from tests.support.weights import CONTENT, precached, scripts

MAX_CODE_BYTES = 695_000
"""The maximum size of the cached code, styles and fonts. Files that match `CONTENT` do not count."""


@pytest.fixture(scope="module")
def files(built: None) -> Mapping[str, str | None]:
    return precached()


def test_every_entry_is_served_with_the_bytes_of_its_revision(site: str, files: Mapping[str, str | None]) -> None:
    code = 0
    # The client prefers English, but the server must not redirect precached paths.
    with httpx.Client(base_url=site, headers={"Accept-Language": "en", "Cookie": "i18n_redirected=en"}) as client:
        for path, revision in files.items():
            answer = client.get(path)
            code += len(answer.content) if path.startswith(("/_next/", "/fonts/")) and not CONTENT.search(path) else 0
            assert answer.status_code == 200, path
            assert not re.search("private|no-store", answer.headers["cache-control"]), path
            if revision is None:
                assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", path
            else:
                assert b64encode(sha256(answer.content).digest()).decode() == revision, path
    assert code < MAX_CODE_BYTES


def test_every_public_page_is_precached(files: Mapping[str, str | None]) -> None:
    public = {place.path for place in places() if place.route.indexed and not (place.route.dated or place.route.served)}
    assert (public - {"/"}) | {"/index.html", "/offline", "/en/offline"} <= files.keys()


def test_a_home_page_that_redirects_is_not_precached(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the home page redirects, it is not precached. The redirect leads to a page with another hash, which would stop
    the service worker's installation.
    """
    chosen = settings.model_copy(update={"hosting": "static", "root_redirect": "/bam"})
    monkeypatch.setattr(cache_rules, "settings", lambda: chosen)
    paths = {path for path, _file in precache._pages()}
    assert "/bam" in paths and not paths & {"", "/", "/index.html"}


def test_pages_that_need_the_server_are_neither_precached_nor_listed_offline() -> None:
    """Pages that need the server contain forms. If such pages were available offline, sending a form would lead to the
    browser's error page.
    """
    served = {place.path for place in places() if place.route.served}
    stored = {path for path, _file in precache._pages()}
    listed = {path for language in LANGUAGES for path, _title in public_pages(language)}
    assert served & stored == set() and served & listed == set()


def test_a_page_with_an_open_parameter_is_in_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages whose path is a pattern are not precached. A request for the pattern returns 404, which would stop the
    service worker's installation.
    """
    [route] = routes._flat((Route("note", "/notes/{noteId}", open={"noteId": "[0-9]{1,9}"}),))
    notes = tuple(Place(route, language) for language in LANGUAGES)
    for module in (precache, publish, all_pages):
        monkeypatch.setattr(module, "places", lambda: notes)
    assert [path for path, _file in precache._pages() if "[" in path] == []
    for note in notes:
        assert "[" not in publish.sitemap(note.language) and public_pages(note.language) == []
        with use(note.language):
            assert "[" not in "".join(map(str, head(Meta(title=Text("Note"), description=Text("Note")), note)))


def test_files_of_pages_are_precached(site: str, files: Mapping[str, str | None]) -> None:
    with httpx.Client(base_url=site) as client:
        for page in [path for path, revision in files.items() if revision and "." not in path] + ["/index.html"]:
            html = client.get(page).text
            html = re.sub(r'<script[^>]*\bnomodule=""[^>]*>', "", html, flags=re.IGNORECASE)
            for path in re.findall(r'[" ](/(?:_next|fonts|manifest|offline\.js)[^" ]*)', html):
                assert path in files, (page, path)


def test_nothing_else_is_precached(files: Mapping[str, str | None]) -> None:
    unwanted = r"polyfills|main-app|-(512|1200|1600|2000)\.|\.(map|webp|jpg)$"
    assert not [path for path in files if re.search(unwanted, path)]
    left_out = [place for place in places() if not place.route.is_precached]
    assert not {place.path for place in left_out} & files.keys()
    scripts = [f"/chunks/pages{page}-" for page in (*(place.path for place in left_out), "/error", "/en/error", "/404")]
    assert not [path for path in files if any(script in path for script in scripts)]


@pytest.mark.parametrize(
    ("page", "is_stored"),
    [
        *((name, True) for name in ("about", "desk-calendars", "private-events", "callback-service", "error-codes")),
        *((name, True) for name in ("notes/offline", "vouchers/check-cards", "en/deskside")),
        *((name, False) for name in ("desk", "en/desk", "desk/inquiries/[inquiryId]", "desk/sign-in/sent")),
        *((name, False) for name in ("patreon/callback", "en/patreon/private", "patreon/private/[postId]")),
        *((name, False) for name in ("vouchers/check", "workshops/2027-01-16", "404", "en/error", "offline")),
    ],
)
def test_scripts_of_pages_are_precached_by_their_routes(page: str, is_stored: bool) -> None:
    rules, script = cache_rules.CACHE_RULES["code"], f"static/chunks/pages/{page}-0f053b47.js"
    assert any(re.search(pattern, script) for pattern in rules["include"])
    assert any(re.search(pattern, script) for pattern in rules["exclude"]) is not is_stored


def test_code_of_members_pages_is_not_precached(built: None, files: Mapping[str, str | None]) -> None:
    loaded: dict[bool, set[str]] = {True: set(), False: set()}
    for page in SITE.rglob("*.html"):
        is_private = bool(re.search(private_pattern(), f"/{page.relative_to(SITE).with_suffix('')}"))
        loaded[is_private] |= {f"/{script.relative_to(SITE).as_posix()}" for script in scripts(page)}
    for_members = loaded[True] - loaded[False]
    assert any("/chunks/pages/" not in path for path in for_members), "pages for members share no chunk"
    assert not for_members & files.keys()


def test_the_service_worker_has_one_url_and_is_revalidated(site: str) -> None:
    answer = httpx.get(f"{site}/sw.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert precache.MARKER not in answer.text and "__WB_MANIFEST" not in answer.text
    assert httpx.get(f"{site}/{precache.MADE}").status_code == 404


def test_a_service_worker_without_the_marker_stops_the_build(tmp_path: Path) -> None:
    made = tmp_path / precache.MADE
    made.parent.mkdir(parents=True)
    made.write_text("const files = [];")
    with pytest.raises(ValueError, match=r"contains self\.__SITE 0 times"):
        precache.finish(tmp_path, "1")


def test_hashes_change_with_the_bytes(built: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precache, "places", tuple)
    for name in ("offline.html", "en/offline.html", "offline.js", "manifest.webmanifest"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one")
    one = dict(precache.files(tmp_path))
    (tmp_path / "manifest.webmanifest").write_text("another")
    another = dict(precache.files(tmp_path))
    assert {path for path in one if one[path] != another[path]} == {"/manifest.webmanifest"}
