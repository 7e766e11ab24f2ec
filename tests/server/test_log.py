"""A line for every request, and an id: enough to find it again, nothing that tells who asked."""

import json
import re

import pytest
from starlette.responses import PlainTextResponse

from app.monitoring import scrub
from app.monitoring.request import request_id
from app.server.compose import compose
from app.server.log import LONGEST, RequestLog
from tests.server.conftest import open_client, reflex

pytestmark = pytest.mark.anyio
HEX = re.compile(r"[0-9a-f]{32}")


@pytest.fixture
def logged(settings, export):
    return compose(settings.model_copy(update={"request_log": "on"}), export)(reflex())


async def lines(capsys, app, *requests: tuple) -> tuple[list, list[dict]]:
    async with open_client(app) as client:
        answers = [
            await client.request(*request[:2], headers=request[2] if request[2:] else {}) for request in requests
        ]
    return answers, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


async def test_a_line_for_every_request(capsys, logged):
    requests = [("GET", "/about"), ("HEAD", "/about"), ("GET", "/nope"), ("POST", "/about"), ("GET", "/_event/boom")]
    answers, said = await lines(capsys, logged, *requests)
    assert [(line["method"], line["path"]) for line in said] == requests
    assert [line["status"] for line in said] == [answer.status_code for answer in answers] == [200, 200, 404, 405, 500]
    assert [line["id"] for line in said] == [answer.headers["x-request-id"] for answer in answers]
    assert len({line["id"] for line in said}) == len(said) and all(HEX.fullmatch(line["id"]) for line in said)
    assert said[0]["bytes"] == int(answers[0].headers["content-length"])
    assert set(said[0]) == {"time", "id", "method", "path", "status", "bytes", "ms"}


async def test_nothing_personal(capsys, logged):
    private = {
        "Cookie": "session=s3cret",
        "User-Agent": "Jan's browser",
        "X-Forwarded-For": "203.0.113.9",
        "Referer": "https://a.test/?from=jan",
        "Authorization": "Bearer abc",
    }
    _, said = await lines(capsys, logged, ("GET", "/x/jan.novak@example.com?token=t0ken", private))
    told = json.dumps(said)
    assert said[0]["path"] == "/x/[e-mail]"
    assert not [part for part in ("s3cret", "Jan", "jan", "203.0", "t0ken", "Bearer", "127.0.0.1") if part in told]


async def test_a_long_path_is_cut(capsys, logged):
    endless, halved = "/" + "a-" * 30_000, "/" + "x/" * (LONGEST // 2 - 3) + "jan.novak@example.com"
    _, said = await lines(capsys, logged, ("GET", endless), ("GET", halved))
    assert [len(line["path"]) for line in said] == [LONGEST, LONGEST]
    assert endless.startswith(said[0]["path"])
    assert "jan" not in said[1]["path"]


async def test_no_more_is_scrubbed_than_is_needed(capsys, logged, monkeypatch):
    scrubbed = []
    monkeypatch.setattr(scrub, "text", lambda text: scrubbed.append(text) or text)
    await lines(capsys, logged, ("GET", "/" + "a" * 60_000))
    assert [len(text) for text in scrubbed] == [2 * LONGEST]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("0123456789abcdef", True),
        ("6f9619ff-8b86-d011-b42d-00cf4fc964ff", True),
        ("short", False),
        ("jan.novak@example.com", False),
        ("a" * 65, False),
    ],
)
async def test_a_proxy_may_give_the_id(capsys, logged, given, kept):
    [answer], [line] = await lines(capsys, logged, ("GET", "/about", {"X-Request-Id": given}))
    assert (answer.headers["x-request-id"] == line["id"] == given) is kept
    assert answer.headers.get_list("x-request-id") == [line["id"]]


async def test_off_by_default(capsys, client):
    answer = await client.get("/about")
    assert HEX.fullmatch(answer.headers["x-request-id"])
    assert capsys.readouterr().out == ""


async def test_the_id_is_known_while_the_request_is_answered():
    async def app(scope, receive, send):
        await PlainTextResponse(request_id.get())(scope, receive, send)

    async with open_client(RequestLog(app, on=False)) as client:
        answer = await client.get("/")
    assert answer.text == answer.headers["x-request-id"]
    assert request_id.get() == ""


async def test_a_request_that_is_cut_off_has_its_line(capsys):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("too late")

    with pytest.raises(RuntimeError, match="too late"):
        async with open_client(RequestLog(app, on=True)) as client:
            await client.get("/x")
    assert json.loads(capsys.readouterr().out)["status"] == 200
