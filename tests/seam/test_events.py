import logging
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis
from reflex.app import EventNamespace
from reflex.event import Event
from reflex.istate.manager import StateManager, StateManagerRedis
from reflex.state import OnLoadInternalState, State, StateUpdate
from reflex.utils import console

from app.http.websocket import MAX_MESSAGE_CHARS
from app.i18n import current
from app.members.tabs import TAB_TTL_SECONDS
from app.routes import url_for
from app.seam import events
from app.seam.events import MAX_PROCESSED, Events, RepeatMiddleware
from app.seam.reflex_internals import InternalsChangedError, expect, expect_parameters
from tests.support.guarded_reflex import HYDRATED, STATE, Client, guarded_reflex, load_page
from tests.support.redis import running

pytestmark = pytest.mark.anyio


def app_of(manager: StateManager | None = None) -> Any:
    return SimpleNamespace(_state_manager=manager, backend_exception_handler=lambda error: None)


async def test_after_a_failure_the_error_is_reported_and_the_page_can_send_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    updates: list[tuple[StateUpdate, str]] = []
    errors: list[Exception] = []

    async def fail(self: EventNamespace, sid: str, data: Any) -> None:
        raise ConnectionError

    async def emit_update(self: EventNamespace, update: StateUpdate, sid: str) -> None:
        updates.append((update, sid))

    monkeypatch.setattr(EventNamespace, "on_event", fail)
    monkeypatch.setattr(EventNamespace, "emit_update", emit_update)
    app = app_of()
    app.backend_exception_handler = errors.append
    events = Events("/_event", app=app)
    events.sid_to_token["tab"] = "token"
    await events.on_event("tab", {})
    await events.on_event("gone", {})
    assert updates == [(StateUpdate(delta={}, events=[], final=True), "tab")]
    assert [type(error) for error in errors] == [ConnectionError, ConnectionError]


@pytest.mark.parametrize(("path", "about"), [("/en/counter", "/en/about"), ("/counter", "/about"), ("", "/about")])
async def test_an_event_is_processed_in_its_page_s_language(
    monkeypatch: pytest.MonkeyPatch, path: str, about: str
) -> None:
    processed: list[str] = []

    async def on_event(self: EventNamespace, sid: str, data: Any) -> None:
        processed.append(url_for("about", current()))  # the path that docs/reflex.md recommends for `rx.redirect`

    monkeypatch.setattr(EventNamespace, "on_event", on_event)
    await Events("/_event", app=app_of()).on_event("tab", {"router_data": {"pathname": path}})
    assert processed == [about]


@pytest.fixture
def namespace(monkeypatch: pytest.MonkeyPatch) -> "Namespace":
    return Namespace(monkeypatch)


class Namespace:
    """A recorder of Reflex's events. `processed` lists events, and `sent` lists updates, each with a connection ID."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.processed: list[Any] = []
        self.sent: list[tuple[StateUpdate, str]] = []
        self.cookie = ""

        async def on_event(events: EventNamespace, sid: str, data: Any) -> None:
            events.token_to_sid[data["token"]] = sid
            events.sid_to_token[sid] = data["token"]
            self.processed.append(data["name"])

        async def emit_update(events: EventNamespace, update: StateUpdate, sid: str) -> None:
            self.sent.append((update, sid))

        monkeypatch.setattr(EventNamespace, "on_event", on_event)
        monkeypatch.setattr(EventNamespace, "emit_update", emit_update)
        self.events = Events("/_event", app_of(), lambda: self.cookie)

    async def receive(self, sid: str, name: str, *, cookie: str = "a") -> None:
        self.cookie = cookie
        await self.events.on_event(sid, {"token": "tab", "name": name})


async def shown(client: Client, value: bool, id: str | None) -> bool | None:
    """Sends an event. Returns the value in the response, or None if the event was not processed."""
    known = len(client.updates)
    client.sends(HYDRATED, payload={"value": value}, id=id)
    await client.until(lambda: len(client.updates) > known)
    assert client.updates[-1]["final"], "the page can send its next event"
    return client.updates[-1]["delta"].get(STATE, {}).get("is_hydrated")


async def test_a_repeated_event_is_processed_once() -> None:
    async with guarded_reflex() as house:
        first, second, other = [await house.joined() for _ in range(3)]
        second.token = first.token
        for client in (first, other):
            await load_page(client)
        assert await shown(first, False, "1") is False
        await load_page(second)
        assert await shown(second, False, "1") is None
        assert await shown(second, False, "2") is False and await shown(other, False, "1") is False
        for value in (True, True):
            assert await shown(second, value, None) is value, "events without an ID are always processed"
        for number in range(MAX_PROCESSED):
            assert await shown(second, False, f"x{number}") is False
        assert await shown(second, True, "2") is True, "only the latest events are remembered"


async def test_an_event_is_processed_once_by_all_processes() -> None:
    answers: list[StateUpdate | None] = []
    with running() as store:
        for id in ("1", "2", "1"):
            events._event_id.set(id)
            async with Redis.from_url(store.url) as client:
                manager = StateManagerRedis(state=State, redis=client)
                async with manager.modify_state(f"tab_{State.get_full_name()}") as state:
                    answers.append(await RepeatMiddleware().preprocess(app_of(), state, Event("tab", HYDRATED)))
    assert answers == [None, None, StateUpdate(final=True)]


@pytest.mark.parametrize("is_noticed", [False, True], ids=["connected", "disconnected"])
async def test_a_reply_follows_a_tab_to_its_new_connection(namespace: Namespace, is_noticed: bool) -> None:
    await namespace.receive("first", "work")
    await namespace.receive("second", "hydrate")
    if is_noticed:
        namespace.events.on_disconnect("first")
    else:
        del namespace.events.sid_to_token["first"]
    update = StateUpdate(delta={"state": {"done": 1}})
    await namespace.events.emit_update(update, "first")
    assert namespace.sent == [(update, "second")]


async def test_a_reply_does_not_follow_a_tab_to_another_visitor(namespace: Namespace) -> None:
    await namespace.receive("first", "work", cookie="member")
    await namespace.receive("second", "hydrate", cookie="")
    namespace.events.on_disconnect("first")
    await namespace.events.emit_update(StateUpdate(delta={"state": {"done": 1}}), "first")
    assert namespace.sent == []


async def test_only_the_latest_connections_are_remembered(
    namespace: Namespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "MAX_REMEMBERED", 2)
    for number in (1, 2, 3, 1):
        await namespace.receive(f"connection {number}", "add")
    assert namespace.processed == ["add"] * 4 and len(namespace.events._tabs) == 2


async def test_an_event_renews_the_whole_state_in_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    async def handle(self: Events, sid: str, data: Any) -> None:
        assert await client.ttl(key) <= 10, "Reflex loses the event if the socket closes while this waits for Redis"

    monkeypatch.setattr(EventNamespace, "on_event", handle)
    key = f"tab_{OnLoadInternalState.get_full_name()}"
    with running() as store:
        async with Redis.from_url(store.url) as client:
            await client.set(key, b"", ex=10)
            app = app_of(StateManagerRedis(state=State, redis=client))
            await Events("/_event", app=app).on_event("connection", {"token": "tab"})
            assert await client.ttl(key) > TAB_TTL_SECONDS


async def test_redis_notifications_are_enabled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    async def handle(self: Events, sid: str, data: Any) -> None:
        asked.append(not manager._redis_notify_keyspace_events_enabled)

    manager = StateManagerRedis(state=State, redis=Redis())
    manager._redis_notify_keyspace_events_enabled = True
    monkeypatch.setattr(EventNamespace, "on_event", handle)
    await Events("/_event", app=app_of(manager)).on_event("tab", {})
    assert asked == [True]


def test_events_go_through_our_namespace() -> None:
    registered: list[EventNamespace] = []
    engine = SimpleNamespace(max_http_buffer_size=1_000_000)
    app: Any = SimpleNamespace(
        event_namespace=SimpleNamespace(namespace="/_event"),
        sio=SimpleNamespace(register_namespace=registered.append, eio=engine),
    )
    events.take_over(app)
    assert engine.max_http_buffer_size == MAX_MESSAGE_CHARS
    assert registered == [app._event_namespace] and isinstance(registered[0], Events)
    assert (registered[0].namespace, registered[0].app) == ("/_event", app)


def test_reflex_output_is_logged(monkeypatch: pytest.MonkeyPatch, capfd, caplog) -> None:
    for name in events.LEVELS:
        monkeypatch.setattr(console, name, getattr(console, name))
    events.log_console()
    with caplog.at_level(logging.INFO):
        console.print("printed", dedupe=True)
        console.log("logged")
        console.warn("a warning", dedupe=True)
        console.error("[red]100%s\n")
        console.info("information")
        console.deprecate("that", reason="old", deprecation_version="1", removal_version="2")
    records = [(record.name, record.levelname, record.getMessage()) for record in caplog.records]
    assert records[:4] == [
        ("reflex", "INFO", "printed"),
        ("reflex", "INFO", "logged"),
        ("reflex", "WARNING", "a warning"),
        ("reflex", "ERROR", "[red]100%s\n"),
    ]
    assert "information" in records[4][2] and "that has been deprecated" in records[5][2]
    assert capfd.readouterr() == ("", "")


def test_an_incompatible_reflex_is_reported_in_a_sentence() -> None:
    expect(console, "print")
    expect(StateManagerRedis, "redis")
    with pytest.raises(
        InternalsChangedError, match=r"reflex\.utils\.console has changed: expected `shout`\. .* 0\.7\.14"
    ):
        expect(console, "shout")
    with pytest.raises(InternalsChangedError, match="SimpleNamespace has changed"):
        expect(SimpleNamespace(), "eio")
    with pytest.raises(InternalsChangedError, match="on_event has changed: expected the parameters self, data"):
        expect_parameters(EventNamespace.on_event, "self", "data")
