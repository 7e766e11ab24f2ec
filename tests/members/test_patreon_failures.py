import httpx
import pytest

from app.members import patreon_api
from app.members.documents import MAX_RESOURCES, Document
from app.members.patreon_api import (
    MAX_ANSWER_BYTES,
    MAX_JSON_ELEMENTS,
    GrantRefusedError,
    NotFoundError,
    PatreonUnavailableError,
    json_object,
)
from tests.support.patreon_client import BACK, client_answering, every_post

pytestmark = pytest.mark.anyio


def reports(caplog) -> list[tuple[str, int | None]]:
    return [(record.operation, record.status) for record in caplog.records if hasattr(record, "operation")]


IN_CIRCLES = {"data": [], "meta": {"pagination": {"cursors": {"next": "a"}}}}
USELESS = [
    (every_post, IN_CIRCLES, "ask for posts"),
    (every_post, {"data": {"id": "secret"}}, "ask for posts"),
    (every_post, {"data": [], "x": "y" * MAX_ANSWER_BYTES}, "ask for posts"),
    (lambda client: client.token("c", "r"), {"token": "secret"}, "exchange a code"),
    (lambda client: client.identity("t"), {"data": {"id": "../secret"}}, "identify a member"),
    (lambda client: client.standing("m1"), {"data": {"id": "secret"}}, "ask for a membership"),
    (lambda client: client.owner(), {"data": {"id": "secret"}}, "ask whose the campaign is"),
    (lambda client: client.token("c", "r"), {"access_token": "secret\n"}, "exchange a code"),
    (lambda client: client.token("c", "r"), {"access_token": "x" * 1001}, "exchange a code"),
    (lambda client: client.token("c", "r"), {"access_token": "x", "y": "x" * 300_000}, "exchange a code"),
    (lambda client: client.identity("t"), {"data": {"id": "1"}, "y": "x" * 300_000}, "identify a member"),
    (lambda client: client.standing("m1"), {"data": {"id": "m1"}, "y": "x" * 300_000}, "ask for a membership"),
]


@pytest.mark.parametrize(("ask", "answer", "operation"), USELESS, ids=[str(n) for n in range(len(USELESS))])
async def test_unusable_answers_are_reported_once(settings, caplog, ask, answer, operation):
    with pytest.raises(PatreonUnavailableError):
        await ask(client_answering(settings, answer))
    assert reports(caplog) == [(operation, None)]
    assert "secret" not in caplog.text


ASKING = {
    "exchange a code": lambda client: client.token("c", "r"),
    "identify a member": lambda client: client.identity("t"),
    "ask for the tiers": lambda client: client.tiers(),
    "ask for posts": every_post,
    "ask for a membership": lambda client: client.standing("m1"),
    "ask whose the campaign is": lambda client: client.owner(),
}


EXPECTED = {
    ("ask for a membership", 404, "invalid_client"): NotFoundError,
    ("exchange a code", 401, "invalid_grant"): GrantRefusedError,
}
"""Error responses that the site does not report, and the exceptions that they cause."""


@pytest.mark.parametrize(
    ("status", "error"), [*((status, "invalid_client") for status in (400, 401, 403, 404)), (401, "invalid_grant")]
)
@pytest.mark.parametrize("operation", ASKING)
async def test_other_refusals_are_reported_once(settings, caplog, operation, status, error):
    expected = EXPECTED.get((operation, status, error))
    with pytest.raises(expected or PatreonUnavailableError):
        await ASKING[operation](client_answering(settings, httpx.Response(status, json={"error": error})))
    assert reports(caplog) == ([] if expected else [(operation, status)])


async def test_a_rejected_code_is_no_failure(patreon, caplog):
    with pytest.raises(GrantRefusedError):
        await patreon.token("nonsense", BACK)
    assert reports(caplog) == []
    assert await patreon.tiers(), "requests do not pause"


ODD = [
    httpx.Response(200, html="<h1>Sorry</h1>"),
    httpx.Response(200, content=b""),
    httpx.Response(200, content=b"[]"),
    httpx.Response(200, content=b"[" * 100_000),
    httpx.Response(200, content=b"\xff"),
    httpx.Response(204),
    httpx.Response(302, headers={"location": "http://evil.test"}),
    httpx.Response(403, html="<h1>403</h1>"),
    httpx.Response(403, json={"errors": []}),
    httpx.Response(401, json={"errors": [{}]}),
    httpx.Response(404, html="x"),
    httpx.Response(500, json={}),
    httpx.Response(503, html="x"),
]


@pytest.mark.parametrize("answer", ODD, ids=lambda answer: f"{answer.status_code} {answer.text[:12]!r}")
async def test_invalid_answers_are_failures(settings, answer):
    for ask in (lambda c: c.tiers(), lambda c: c.standing("m1"), every_post):
        with pytest.raises(PatreonUnavailableError):
            await ask(client_answering(settings, answer))


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.RemoteProtocolError, httpx.ReadError])
async def test_a_broken_connection_is_retried_once(patreon, network, error):
    network.breaks(error, times=1)
    assert len(await patreon.tiers()) == 4
    network.breaks(error, times=2)
    with pytest.raises(PatreonUnavailableError):
        await patreon.tiers()
    assert len(network.requests) == 4


async def test_a_timeout_is_not_retried(patreon, network):
    network.breaks(httpx.ReadTimeout)
    with pytest.raises(PatreonUnavailableError, match="ReadTimeout"):
        await patreon.tiers()
    assert len(network.requests) == 1


async def test_a_compressed_answer_is_not_decompressed(patreon, network):
    async def bomb(_request) -> httpx.Response:
        return httpx.Response(200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"no gzip at all"))

    network.fault = bomb
    with pytest.raises(PatreonUnavailableError, match="compression"):
        await patreon.tiers()


async def test_an_answer_that_never_ends(patreon, network, monkeypatch):
    monkeypatch.setattr(patreon_api, "TOTAL_TIMEOUT_SECONDS", 0.01)
    network.hangs()
    with pytest.raises(PatreonUnavailableError, match="time"):
        await patreon.tiers()


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"a":[' + b"[]," * MAX_JSON_ELEMENTS + b"1]}",
        b'{"a":[' + b"1," * MAX_JSON_ELEMENTS + b"1]}",
        b'{"a":' + b"1" * 100_000 + b"}",
    ],
    ids=["deep list", "deep object", "many lists", "many numbers", "long number"],
)
def test_json_with_too_many_elements_is_not_parsed(body: bytes) -> None:
    assert json_object(body) is None


def test_long_json_with_few_elements_is_parsed() -> None:
    assert json_object(b'{"a":"' + b"some words, " * 100_000 + b'"}')


def test_lists_are_bounded() -> None:
    listed = [{"id": str(number)} for number in range(2 * MAX_RESOURCES)]
    document = Document({"data": listed, "included": listed})
    assert document.resources and len(document.resources) == len(document.included) == MAX_RESOURCES
