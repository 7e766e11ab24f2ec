import asyncio
import codecs
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from ipaddress import ip_network

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import ASGIApp

from app.http import draining
from app.http.export import Export
from app.inquiries import limits
from app.inquiries.limits import MAX_OPEN_FORMS_OF_SENDER, Limit
from app.inquiries.store import Store
from app.server.compose import compose
from app.settings import Settings
from tests.support.form_client import NO_FILES, ONE_FILE, PAGE, error_fields, send
from tests.support.inquiries import FILLED, JSON, open_site
from tests.support.small_site import reflex

pytestmark = pytest.mark.anyio

MULTIPART = JSON | {"content-type": "multipart/form-data; boundary=b"}


async def test_a_body_is_counted_while_it_arrives(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BODY_BYTES", 1000)
    monkeypatch.setattr(draining, "MAX_BYTES", 1000)
    assert (await send(visitor, message="x" * 1000)).status_code == 413
    requested = 0

    async def endless():
        nonlocal requested
        yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n'
        while True:
            requested += 1
            yield b"x" * 100

    answer = await visitor.post("/inquiries", content=endless(), headers=MULTIPART)
    assert answer.status_code == 413 and answer.json()["reason"] and requested < 30


async def test_the_size_of_all_texts_is_limited(visitor: httpx.AsyncClient) -> None:
    answer = await send(visitor, **{f"field-{number}": "x" * 60_000 for number in range(5)})
    assert answer.status_code == 413 and answer.json()["reason"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/inquiries", "Vynechte některý soubor, nebo ho zmenšete. Co jste napsali, zůstalo ve formuláři o krok zpět"),
        ("/en/inquiries", "too large. Leave out a file, or make it smaller. What you typed is still in the form"),
    ],
)
async def test_a_form_that_is_too_large_is_one_step_back(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, path: str, reason: str
) -> None:
    monkeypatch.setattr(limits, "MAX_BODY_BYTES", 1000)
    page = await send(visitor, path, headers=PAGE, message="x" * 1000)
    assert page.status_code == 413 and error_fields(page.text) == ["reason"]
    assert reason in page.text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("limit", "length"),
    [
        ("MIN_BODY_TIMEOUT_SECONDS", {"content-length": "100"}),
        ("MIN_BODY_TIMEOUT_SECONDS", {}),
        ("CHUNK_TIMEOUT_SECONDS", {"content-length": "100"}),
    ],
)
async def test_a_slow_body_times_out(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, limit: str, length: dict[str, str]
) -> None:
    monkeypatch.setattr(limits, limit, 0.05)
    monkeypatch.setattr(draining, "MAX_SECONDS", 0.05)

    async def stalled():
        yield b"--b\r\n"
        await asyncio.Event().wait()

    async with asyncio.timeout(10):
        answer = await visitor.post("/inquiries", content=stalled(), headers=MULTIPART | length)
    assert answer.status_code == 408 and answer.json()["reason"]
    assert (await send(visitor)).status_code == 201


@pytest.mark.parametrize("charset", ["punycode", "zlib", "utf-16", "x" * 500])
async def test_the_charset_of_the_request_is_ignored(visitor: httpx.AsyncClient, store: Store, charset: str) -> None:
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (FILLED | {"message": "Žluťoučký \\ud800 +AD4-"}).items()
    ]
    headers = JSON | {"content-type": f"multipart/form-data; boundary=b; charset={charset}"}
    looked_up: list[str] = []
    codecs.register(lambda name: looked_up.append(name))
    answer = await visitor.post("/inquiries", content="".join([*parts, "--b--\r\n"]).encode(), headers=headers)
    assert answer.status_code == 201 and looked_up == []
    assert store.all()[0].inquiry.message == "Žluťoučký \\ud800 +AD4-"


async def test_texts_that_are_not_utf_8_are_refused(visitor: httpx.AsyncClient) -> None:
    body = b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xffJana\r\n--b--\r\n'
    answer = await visitor.post("/inquiries", content=body, headers=MULTIPART)
    assert answer.status_code == 400 and answer.json()["reason"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_forms_on_other_sites_are_refused(
    visitor: httpx.AsyncClient, store: Store, headers: dict[str, str]
) -> None:
    answer = await send(visitor, headers=JSON | headers)
    assert answer.status_code == 403 and answer.json()["reason"] and store.all() == []
    own = {"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}
    assert (await send(visitor, headers=JSON | own)).status_code == 201


@pytest.mark.parametrize("fields", [{"website": "https://spam.example"}, {"seconds": "1"}])
async def test_bots_are_refused(visitor: httpx.AsyncClient, store: Store, fields: dict[str, str]) -> None:
    answer = await send(visitor, **fields)
    assert answer.status_code == 422 and answer.json()["reason"] and store.all() == []


async def test_too_many_inquiries_are_refused(visitor: httpx.AsyncClient) -> None:
    codes = [(await send(visitor, message=str(n), email=f"{n}@example.com")).status_code for n in range(11)]
    assert codes == [201] * 10 + [429]
    page = await send(visitor, "/en/inquiries", headers=PAGE)
    assert page.status_code == 429 and error_fields(page.text) == ["reason"]
    assert f'value="{FILLED["name"]}"' in page.text and f"{FILLED['message']}</textarea>" in page.text
    assert 3500 < int(page.headers["retry-after"]) <= 3600 and "Try again in 60 minutes" in page.text
    assert "one step back" not in page.text


async def test_a_rate_limited_form_is_read_without_files(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SENDER_LIMITS", [Limit(1, 60)])
    monkeypatch.setattr(limits, "MAX_TEXT_BYTES", 1500)
    await send(visitor)
    for files, is_read in ((NO_FILES, True), (ONE_FILE, False)):
        page = await send(visitor, "/en/inquiries", files=files, headers=PAGE)
        assert page.status_code == 429 and page.headers["retry-after"]
        assert ("one step back" not in page.text) is (f'value="{FILLED["name"]}"' in page.text) is is_read


@asynccontextmanager
async def slow_forms(visitor: httpx.AsyncClient, count: int, **headers: str) -> AsyncIterator[list[httpx.Response]]:
    """Starts sending `count` forms. Sends the rest of each form when the `with` block ends."""
    started, may_end = asyncio.Semaphore(0), asyncio.Event()

    async def slow():
        yield b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nEva\r\n'
        started.release()
        await may_end.wait()
        yield b"--b--\r\n"

    sent = MULTIPART | PAGE | headers
    tasks = [asyncio.create_task(visitor.post("/inquiries", content=slow(), headers=sent)) for _ in range(count)]
    for _ in range(count):
        await started.acquire()
    answers: list[httpx.Response] = []
    yield answers
    may_end.set()
    answers.extend(await asyncio.gather(*tasks))


async def test_rate_limited_forms_wait_like_others(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SENDER_LIMITS", [Limit(1, 60)])
    monkeypatch.setattr(limits, "MAX_WAIT_SECONDS", 0.05)
    await send(visitor)
    async with slow_forms(visitor, MAX_OPEN_FORMS_OF_SENDER[0]) as pages:
        assert (await send(visitor)).status_code == 503
    assert all(page.status_code == 429 and 'value="Eva"' in page.text for page in pages)
    assert (await send(visitor)).status_code == 429


async def test_silent_forms_from_one_address_do_not_block_others(
    built: None, site_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_WAIT_SECONDS", 0.05)
    trusting = site_settings.model_copy(update={"trusted_proxies": [ip_network("127.0.0.0/8")]})
    async with open_site(trusting) as visitor:
        attacker, customer = {"x-forwarded-for": "198.51.100.1"}, {"x-forwarded-for": "203.0.113.1"}
        async with slow_forms(visitor, MAX_OPEN_FORMS_OF_SENDER[0], **attacker):
            answers = [(await send(visitor, headers=JSON | attacker)).status_code for _ in range(3)]
            assert answers == [503, 503, 503]
            assert (await send(visitor, headers=JSON | customer)).status_code == 201


async def test_a_form_waits_for_its_turn(visitor: httpx.AsyncClient) -> None:
    async with slow_forms(visitor, MAX_OPEN_FORMS_OF_SENDER[0]):
        waiting = asyncio.create_task(send(visitor))
        await asyncio.sleep(0.05)
        assert not waiting.done()
    assert (await waiting).status_code == 201


@pytest.fixture(scope="module")
def site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ASGIApp]:
    folder = tmp_path_factory.mktemp("inquiries")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.inquiries.quotas.check_senders", lambda *_: None)
        chosen = Settings(_env_file=None, data_dir=folder)  # pyright: ignore[reportCallIssue]
        yield compose(chosen, Export.load())(reflex())


HEADERS = st.dictionaries(
    st.sampled_from(["accept", "content-length", "origin", "sec-fetch-site", "x-forwarded-for", "transfer-encoding"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30),
    max_size=3,
)
LINES = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
CODECS = st.sampled_from(["idna", "base64", "utf-16", "rot13", "punycode", "undefined", "unicode_escape"])
TYPES = st.one_of(
    st.just("multipart/form-data; boundary=b"),
    LINES,
    LINES.map("multipart/form-data; boundary=".__add__),
    CODECS.map("multipart/form-data; boundary=b; charset=".__add__),
)
FIELD = st.builds(
    lambda name, more, value: b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name, more, value),
    st.sampled_from([*map(str.encode, FILLED), b"by", b"id", b"files", b"seconds", b"\xff"]),
    st.sampled_from([b"", b"", b'; filename="a\r\n"', b'; filename="\xff"', b"; filename*=utf-8''%00"]),
    st.one_of(st.binary(max_size=60), st.sampled_from([value.encode() for value in FILLED.values()])),
)
ENDS = st.sampled_from([b"--b--\r\n", b"--b--", b""])
BODIES = st.one_of(
    st.binary(max_size=200), st.builds(lambda fields, end: b"".join(fields) + end, st.lists(FIELD, max_size=8), ENDS)
)


@settings(max_examples=150)
@given(body=BODIES, type=TYPES, headers=HEADERS)
def test_random_bodies_cause_no_server_error(site: ASGIApp, body: bytes, type: str, headers: dict[str, str]) -> None:
    async def posted() -> httpx.Response:
        transport = httpx.ASGITransport(site)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as visitor:
            return await visitor.post("/inquiries", content=body, headers=headers | {"content-type": type})

    answer = asyncio.run(posted())
    assert answer.status_code < 500 and (answer.status_code in (201, 303) or answer.text)
