from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from starlette.datastructures import UploadFile
from starlette.responses import PlainTextResponse

from app.http import rate_limiter
from app.http.backend import UPLOAD
from app.i18n import current
from app.members import uploads
from app.members.frames import AllowedEvents
from app.members.handshake import cookie
from app.members.tabs import SessionUnknownError, Tabs
from app.members.uploads import Sender, UploadGuard, safe_name
from app.settings import load

pytestmark = pytest.mark.anyio

HANDLER, TOKEN = "state.papers.receive", "f2f7b53a-78e6-4c7a-d5f3-82df035fbe47"
HEADERS = {"reflex-client-token": TOKEN, "reflex-event-handler": HANDLER, "sec-fetch-site": "same-origin"}


class States:
    def tokens(self) -> Sequence[str]:
        return ()

    async def forget(self, token: str) -> None: ...


@dataclass
class Session:
    id: str

    @property
    def person(self) -> str:
        return f"member {self.id}"


class Site:
    def __init__(self) -> None:
        self.tabs = Tabs(States())
        self.passed: list[tuple[str, str, list[tuple[str | None, int]]]] = []
        self.held: list[int] = []
        allowed = AllowedEvents({}, {}, frozenset({HANDLER}))
        backend = PlainTextResponse("backend")
        self.sessions: dict[str, str] = {}
        self.is_database_down = False
        self.cookies_seen: list[str] = []
        self.languages: list[str] = []
        self.guard = UploadGuard(
            backend, load(_env_file=None), self.tabs, lambda: allowed, self._session_of, self._process
        )

    async def _session_of(self, cookie_header: str) -> Session | None:
        if self.is_database_down:
            raise SessionUnknownError
        id = self.sessions.get(cookie_header)
        return Session(id) if id else None

    async def post(self, files: int = 1, size: int = 10, **changed: str | None) -> httpx.Response:
        headers = {**HEADERS, **{name.replace("_", "-"): value for name, value in changed.items()}}
        parts = [("files", (f"{number}.txt", b"x" * size)) for number in range(files)]
        given = {name: value for name, value in headers.items() if value is not None}
        return await self.request("POST", UPLOAD, files=parts or None, headers=given)

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.guard, raise_app_exceptions=True)
        async with httpx.AsyncClient(transport=transport, base_url="http://otisk.test") as client:
            return await client.request(method, path, **more)

    async def _process(self, token: str, handler: str, files: Sequence[UploadFile]) -> AsyncIterator[str]:
        self.held.append(len(self.tabs.holders(token)))
        self.cookies_seen.append(cookie.get())
        self.languages.append(current().code)
        self.passed.append((token, handler, [(file.filename, len(await file.read())) for file in files]))
        yield '{"final": false}\n'
        yield '{"final": true}\n'


@pytest.fixture
def site() -> Site:
    return Site()


async def test_files_reach_their_handler(site: Site) -> None:
    response = await site.post(files=2)
    assert (response.status_code, response.text) == (200, '{"final": false}\n{"final": true}\n')
    assert response.headers["cache-control"] == "no-store"
    assert site.passed == [(TOKEN, HANDLER, [("0.txt", 10), ("1.txt", 10)])]


async def test_an_upload_holds_its_tab(site: Site) -> None:
    await site.post()
    assert site.held == [1] and not site.tabs.holders(TOKEN)


async def test_a_handler_gets_the_cookie_of_a_valid_session(site: Site) -> None:
    site.sessions["staff=1"] = "staff"
    for given in ("staff=1", "staff=2"):
        assert (await site.post(cookie=given)).status_code == 200
    assert site.cookies_seen == ["staff=1", ""]


async def test_a_handler_uses_the_language_of_its_page(site: Site) -> None:
    for page in ("/sending", "/en/sending", None):
        await site.post(page_path=page)
    assert site.languages == ["cs", "en", "cs"]


async def test_an_upload_to_a_tab_of_another_member_is_refused(site: Site) -> None:
    site.sessions |= {"staff=1": "owner", "staff=2": "other"}
    site.tabs.enter(TOKEN, Sender(Session("owner"), "member owner", "staff=1"))
    codes = [(await site.post(cookie=cookie)).status_code for cookie in ("", "staff=2", "staff=1")]
    assert codes == [403, 403, 200]
    del site.sessions["staff=1"]
    site.sessions["staff=1"] = "member"
    assert (await site.post(cookie="staff=2")).status_code == 200, "the owner has signed out"


async def test_an_upload_with_an_unknown_session_is_refused(site: Site) -> None:
    site.is_database_down = True
    response = await site.post(cookie="staff=1")
    assert response.status_code == 503 and response.headers["retry-after"] and site.passed == []


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"reflex_event_handler": "state.papers.other"}, 403),
        ({"reflex_event_handler": None}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"reflex_client_token": "../x"}, 400),
        ({"reflex_client_token": None}, 400),
        ({"content_type": "text/plain"}, 400),
        ({"content_type": "multipart/form-data; boundary=" + 90 * "x"}, 400),
    ],
)
async def test_other_uploads_are_refused(site: Site, changed: dict[str, Any], status: int) -> None:
    response = await site.post(**changed)
    assert response.status_code == status and site.passed == []


async def test_too_many_files_are_refused(site: Site) -> None:
    assert (await site.post(files=uploads.MAX_FILES + 1)).status_code == 400
    assert site.passed == []


async def test_texts_are_refused(site: Site) -> None:
    response = await site.request("POST", UPLOAD, headers=HEADERS, data={"a": "b"}, files={"files": ("a", b"b")})
    assert response.status_code == 400 and site.passed == []


@pytest.mark.parametrize("name", ["a" * 2000, "a.txt"])
async def test_long_headers_are_refused(site: Site, name: str) -> None:
    response = await site.request("POST", UPLOAD, headers=HEADERS, files={"files": (name, b"b")})
    assert response.status_code == (400 if len(name) > uploads.MAX_HEADER_BYTES else 200)


@pytest.mark.parametrize("announced", [True, False])
async def test_too_large_files_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch, announced: bool) -> None:
    monkeypatch.setattr(uploads, "MAX_BYTES", 1000)
    response = await (site.post(size=2000) if announced else site.post(size=2000, content_length="5"))
    assert response.status_code == 413 and site.passed == []


async def test_uploads_are_limited_per_sender(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    _rate, burst = uploads.UPLOAD_RATE
    site.guard._rate = rate_limiter.RateLimiter(0.001, burst)
    codes = [(await site.post()).status_code for _ in range(burst + 1)]
    assert codes == [200] * burst + [429]


async def test_other_methods_are_refused(site: Site) -> None:
    with pytest.raises(uploads.HTTPException) as refusal:
        await site.request("GET", UPLOAD)
    assert refusal.value.status_code == 405


async def test_uploaded_files_are_not_served(site: Site) -> None:
    with pytest.raises(uploads.HTTPException) as refusal:
        await site.request("GET", f"{UPLOAD}/0.txt")
    assert refusal.value.status_code == 404
    assert (await site.request("GET", "/other")).text == "backend"


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("paper.pdf", "paper.pdf"),
        ("Můj papír (1).pdf", "Můj papír (1).pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\papers\\a.txt", "a.txt"),
        (".hidden", "hidden"),
        ("a\0b<c>.txt", "a_b_c_.txt"),
        ("..", "file"),
        ("", "file"),
        (None, "file"),
        ("x" * 300 + ".txt", "x" * 96 + ".txt"),
    ],
)
def test_file_names_are_safe(given: str | None, safe: str) -> None:
    assert safe_name(given) == safe
