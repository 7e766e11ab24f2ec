import json
import logging
import logging.config
import os
import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse

from app.monitoring import scrub
from app.monitoring.request import request_id
from app.server.compose import compose
from app.server.log import (
    MAX_MESSAGE_CHARS,
    MAX_PART_CHARS,
    MAX_TRACEBACK_CHARS,
    Line,
    RequestLog,
    config,
    is_journal,
    print_error,
)
from app.server.metrics import kinds
from tests.support.small_site import open_client, reflex

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
    answers, entries = await lines(capsys, logged, *requests)
    assert [(line["method"], line["path"]) for line in entries] == requests
    assert (
        [line["status"] for line in entries] == [answer.status_code for answer in answers] == [200, 200, 404, 405, 500]
    )
    assert [line["id"] for line in entries] == [answer.headers["x-request-id"] for answer in answers]
    assert len({line["id"] for line in entries}) == len(entries) and all(HEX.fullmatch(line["id"]) for line in entries)
    assert entries[0]["bytes"] == int(answers[0].headers["content-length"])
    assert set(entries[0]) == {"time", "id", "method", "path", "route", "status", "bytes", "ms"}


async def test_a_line_names_the_route_with_its_language(capsys, logged):
    paths = ("/", "/about", "/en/about", "/en/vouchers/prints", "/vouchers/nope", "/nope", "/config.json")
    _, entries = await lines(capsys, logged, *(("GET", path) for path in paths))
    named = ["home-cs", "about-cs", "about-en", "vouchers-category-en", None, None, None]
    assert [line["route"] for line in entries] == named


async def test_the_request_log_has_no_personal_data(capsys, logged):
    private = {
        "Cookie": "session=s3cret",
        "User-Agent": "Jan's browser",
        "X-Forwarded-For": "203.0.113.9",
        "Referer": "https://a.test/?from=jan",
        "Authorization": "Bearer abc",
    }
    _, entries = await lines(capsys, logged, ("GET", "/x/jan.novak@example.com?token=t0ken", private))
    text = json.dumps(entries)
    assert entries[0]["path"] == "/x/[e-mail]"
    assert not [part for part in ("s3cret", "Jan", "jan", "203.0", "t0ken", "Bearer", "127.0.0.1") if part in text]


async def test_a_long_path_is_cut(capsys, logged):
    endless, halved = "/" + "a-" * 30_000, "/" + "x/" * (MAX_PART_CHARS // 2 - 3) + "jan.novak@example.com"
    _, entries = await lines(capsys, logged, ("GET", endless), ("GET", halved))
    assert [len(line["path"]) for line in entries] == [MAX_PART_CHARS, MAX_PART_CHARS]
    assert endless.startswith(entries[0]["path"])
    assert "jan" not in entries[1]["path"]


async def test_only_the_beginning_of_a_long_path_is_scrubbed(capsys, logged, monkeypatch):
    scrubbed = []
    monkeypatch.setattr(scrub, "text", lambda text: scrubbed.append(text) or text)
    await lines(capsys, logged, ("GET", "/" + "a" * 60_000))
    assert [len(text) for text in scrubbed] == [2 * MAX_PART_CHARS]


@pytest.mark.parametrize(
    ("given", "is_accepted"),
    [
        ("0123456789abcdef", True),
        ("6f9619ff-8b86-d011-b42d-00cf4fc964ff", True),
        ("short", False),
        ("jan.novak@example.com", False),
        ("a" * 65, False),
    ],
)
async def test_a_proxy_may_set_the_id(capsys, logged, given, is_accepted):
    [answer], [line] = await lines(capsys, logged, ("GET", "/about", {"X-Request-Id": given}))
    assert (answer.headers["x-request-id"] == line["id"] == given) is is_accepted
    assert answer.headers.get_list("x-request-id") == [line["id"]]


async def test_off_by_default(capsys, client):
    answer = await client.get("/about")
    assert HEX.fullmatch(answer.headers["x-request-id"])
    assert capsys.readouterr().out == ""


async def test_the_id_is_set_during_the_request():
    async def app(scope, receive, send):
        await PlainTextResponse(request_id.get())(scope, receive, send)

    async with open_client(RequestLog(app, kinds(None), on=False)) as client:
        answer = await client.get("/")
    assert answer.text == answer.headers["x-request-id"]
    assert request_id.get() == ""


async def test_a_request_that_is_cut_off_has_its_line(capsys):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("too late")

    with pytest.raises(RuntimeError, match="too late"):
        async with open_client(RequestLog(app, kinds(None), on=True)) as client:
            await client.get("/x")
    assert json.loads(capsys.readouterr().out)["status"] == 200


async def test_a_path_has_no_control_characters(capsys, logged):
    _, [line] = await lines(capsys, logged, ("GET", "/%1b%5b31m%0aERROR%e2%80%ae"))
    assert line["path"] == "/\\x1b[31m\\nERROR\\u202e"


HOSTILE = st.text() | st.sampled_from(
    ["\r\n", "\x00", "\x1b[2J\x1b[31m", "\x85", "\u2028", "\u202e", "\u2066", "\ud800", "\x9b", "\x7f", "%s%d%", "{}"]
)
"""Strings from clients that could start new log lines or control a terminal."""
BY_FORMAT = {as_json: Line(as_json=as_json) for as_json in (False, True)}


class Failure(Exception):
    """An error with a hostile message."""


def record(message: object = "", args: Any = (), name="app", exc_info: Any = None) -> logging.LogRecord:
    return logging.LogRecord(name, logging.ERROR, __file__, 1, message, args, exc_info)


def raised(message: str, cause: str | None = None) -> tuple[type[BaseException], BaseException, TracebackType | None]:
    try:
        try:
            if cause is not None:
                raise Failure(cause)
        except Failure as error:
            raise Failure(message) from error
        raise Failure(message)
    except Failure as error:
        return type(error), error, error.__traceback__


@pytest.mark.parametrize("as_json", [False, True])
@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
@example("\n" * 9, "\x1b" * 9, "\u202e" * 9, "\r" * 9)
def test_a_record_is_one_line_without_control_characters(as_json, message, name, failure, cause):
    line = BY_FORMAT[as_json].format(record(message, (), name, raised(failure, cause)))
    assert line.isprintable() and len(line.splitlines()) == 1
    assert "Failure" in line
    if as_json:
        assert line.isascii()
        entry = json.loads(line)
        assert entry["message"].isprintable() and entry["logger"].isprintable()
        assert all(part.isprintable() for part in entry["traceback"].split("\n"))


@given(HOSTILE, st.lists(HOSTILE | st.integers() | st.none(), max_size=3))
def test_wrong_arguments_are_logged_in_one_line(message, args):
    line = BY_FORMAT[False].format(record(message, tuple(args)))
    assert line.isprintable()


@pytest.mark.parametrize("as_json", [False, True])
def test_fields_of_a_line(as_json):
    token = request_id.set("0123456789abcdef")
    try:
        line = BY_FORMAT[as_json].format(
            record("%s of %s:\nit is stuck", ("press", "jan@example.com"), exc_info=raised("é"))
        )
    finally:
        request_id.reset(token)
    if as_json:
        entry = json.loads(line)
        assert set(entry) == {"time", "level", "logger", "request", "message", "traceback"}
        assert (entry["level"], entry["logger"], entry["request"]) == ("ERROR", "app", "0123456789abcdef")
        assert entry["message"] == "press of [e-mail]:\\nit is stuck"
        assert entry["traceback"].startswith("Traceback (most recent call last):\n  File ")
        assert entry["traceback"].endswith(".Failure: é")
    else:
        assert re.match(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00 ERROR app 0123456789abcdef press of \[e-mail]:\\nit is ", line)
        assert " Traceback (most recent call last):\\n  File " in line and line.endswith(".Failure: é")


def test_empty_fields_are_omitted():
    assert BY_FORMAT[False].format(record("ready")).endswith("+00:00 ERROR app ready")
    assert set(json.loads(BY_FORMAT[True].format(record("ready")))) == {"time", "level", "logger", "message"}


def test_the_middle_of_a_long_message_is_omitted(monkeypatch):
    scrubbed: list[str] = []
    monkeypatch.setattr(scrub, "text", lambda text: scrubbed.append(text) or text)
    line = BY_FORMAT[False].format(
        record("Application callable raised an exception\n" + "x y " * 300_000 + "KeyError: 'plate'")
    )
    assert line.endswith("KeyError: 'plate'") and "raised an exception" in line
    assert len(line) < 2 * MAX_MESSAGE_CHARS
    assert sum(map(len, scrubbed)) <= 2 * MAX_MESSAGE_CHARS


def test_a_halved_address_in_a_long_message_is_not_logged():
    address = "https://otisk.test/?token=" + "s3cret/" * 2000
    line = BY_FORMAT[False].format(record(f"{'word ' * 1000}{address}"))
    assert "s3cret" not in line
    line = BY_FORMAT[False].format(record(f"{'word ' * 1000}{address} {'word ' * 390}end"))
    assert "s3cret" not in line and line.endswith("word end")


def test_the_middle_of_a_long_traceback_is_omitted():
    def deep(level: int) -> None:
        if not level:
            raise Failure("s" * 1_000_000 + "\n" * 1_000_000)
        try:
            deep(level - 1)
        except Failure as error:
            raise Failure(f"{level} " + "é" * 5000) from error

    try:
        deep(60)
    except Failure:
        line = BY_FORMAT[False].format(record("failed", exc_info=sys.exc_info()))
    assert len(line) < 2 * MAX_TRACEBACK_CHARS
    assert "Failure: 60 é" in line[-2 * MAX_PART_CHARS :]


@pytest.fixture
def configured(settings) -> Any:
    names = ["", *config(settings)["loggers"], "sqlalchemy", "asyncio"]
    loggers = [logging.getLogger(name) for name in names]
    before = [(each, each.level, list(each.handlers), each.propagate) for each in loggers]

    def configure(**more: str) -> StringIO:
        output = StringIO()
        logging.getLogger("engineio.server").addHandler(logging.StreamHandler(output))
        logging.config.dictConfig(config(settings.model_copy(update=more)))
        [handler] = logging.root.handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(output)
        return output

    yield configure
    for each, level, handlers, propagate in before:
        each.setLevel(level)
        each.handlers[:] = handlers
        each.propagate = propagate


@pytest.mark.parametrize("as_json", [False, True])
def test_every_logger_prints_one_line(configured: Callable[..., StringIO], as_json):
    output = configured(log_format="json" if as_json else "text")
    names = ("app.desk", "_granian", "_granian.workers", "engineio.server", "socketio.server", "asyncio", "reflex", "x")
    for name in names:
        logging.getLogger(name).error("of %s\n\x1b[31m", name, exc_info=raised("a\nb"))
        logging.getLogger(name).info("nobody needs to know")
    printed = output.getvalue()
    assert printed.count("\n") == len(names) and printed.endswith("\n")
    for name, line in zip(names, printed.splitlines(), strict=True):
        assert line.isprintable() and f"of {name}" in line
        assert not as_json or json.loads(line)["logger"] == name


def test_the_journal_gets_priorities(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The site detects whether it writes to systemd's journal, where lines need a priority."""
    with (tmp_path / "journal").open("w") as stream:
        found = os.fstat(stream.fileno())
        assert not is_journal(stream)
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        assert is_journal(stream)
    assert not is_journal(StringIO()), "a stream that is no file"


@pytest.mark.parametrize(
    ("level", "start"), [("WARNING", "<4>"), ("ERROR", "<3>"), ("CRITICAL", "<2>"), ("INFO", "<6>")]
)
def test_a_line_for_the_journal_starts_with_its_priority(level: str, start: str) -> None:
    record = logging.makeLogRecord(
        {"levelno": logging.getLevelName(level), "levelname": level, "msg": "Text", "name": "app"}
    )
    for as_json in (False, True):
        line = Line(as_json=as_json, has_priority=True).format(record)
        assert line.startswith(start) and line[3:] == Line(as_json=as_json).format(record)


def test_errors_before_the_start_have_a_priority(monkeypatch: pytest.MonkeyPatch, capfd) -> None:
    print_error(ValueError("PORT='x' is not allowed"))
    assert capfd.readouterr().err == "PORT='x' is not allowed\n"
    found = os.fstat(sys.stderr.fileno())
    monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
    print_error(ValueError("PORT='x' is not allowed"))
    assert capfd.readouterr().err == "<3>PORT='x' is not allowed\n"
