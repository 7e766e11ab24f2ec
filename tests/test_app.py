import logging
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from redis.exceptions import ConnectionError
from reflex.utils.format import format_route

from app.all_pages import SHOW_FAILURE, add_place, log_event_error, report_event_error
from app.app import app, tabs
from app.components import html as h
from app.components.head import Meta
from app.desk.state import DeskState, session_of
from app.i18n import DEFAULT, LANGUAGES, _, use
from app.members.socket_guard import SocketGuard
from app.members.state import MembersState
from app.members.uploads import UploadGuard
from app.pages.error import PAGE_TITLE, error_route
from app.pages.offline import offline_route
from app.routes import Place, Route, places
from app.settings import Settings
from tests.support.rendered import rendered

PAGES = app._unevaluated_pages
ERRORS = {error_route(language).lstrip("/") for language in LANGUAGES}
OFFLINE = {offline_route(language).lstrip("/") for language in LANGUAGES}


def key(place: Place) -> str:
    return format_route(place.path, format_case=False)


def test_every_place_is_a_page_and_error_pages_are_templates():
    assert set(PAGES) == {key(place) for place in places()} | ERRORS | OFFLINE | {"404"}
    assert len(ERRORS) == len(LANGUAGES) and {str(PAGES[name].title) for name in ERRORS} == {PAGE_TITLE}


def test_private_pages_load_from_the_backend():
    handlers = {"patreon": MembersState.ask, "desk": DeskState.show}
    for place in places():
        if place.route.private:
            assert PAGES[key(place)].on_load == handlers[place.route.name.split("-")[0]], place.path


@pytest.mark.parametrize(
    ("hosting", "is_served", "is_refused"), [("static", False, True), ("static", True, False), ("server", False, False)]
)
def test_an_export_has_no_page_with_state(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, hosting: str, is_served: bool, is_refused: bool
) -> None:
    for module in ("app.all_pages", "app.routes"):
        monkeypatch.setattr(f"{module}.settings", lambda: settings.model_copy(update={"hosting": hosting}))
    monkeypatch.setattr(sys, "tracebacklimit", 1000, raising=False)
    content = h.h1(_("Counter"), on_click=MembersState.ask)
    meta = Meta(title=_("Counter"), description=_("Counter"))
    monkeypatch.setitem(
        sys.modules, "app.pages.counter", SimpleNamespace(meta=lambda: meta, page=lambda: h.fragment(content))
    )
    added: list[Callable[[], rx.Component]] = []
    recorder: Any = SimpleNamespace(add_page=lambda component, **_kwargs: added.append(component))
    add_place(recorder, Place(Route("counter", "/counter", served=is_served), DEFAULT))
    sentence = pytest.raises(ValueError, match=r"^The page counter uses state, .* Write `served=True` in its route")
    with sentence if is_refused else nullcontext():
        added[0]()


@pytest.mark.parametrize("name", ["bam-cs", "bam-en", "links-cs", "patreon-private-en"])
def test_a_page_is_in_its_language_inside_its_layout(name: str):
    [place] = [place for place in places() if place.name == name]
    added = PAGES[key(place)]
    with use(place.language):
        meta = import_module(place.route.page).meta()
        assert (added.title, added.description) == (meta.full_title, str(meta.description))
    assert callable(added.component)
    page = rendered(added.component())  # pyright: ignore[reportArgumentType]
    assert len(page.all("main")) == len(page.all("h1")) == 1
    skips = [link["href"] for link in page.all("a") if link["href"].startswith("#")]
    assert skips == ([] if place.route.layout == "plain" else ["#content"])
    assert [link["code"] for link in page.all("LanguageLink")] == [
        language.code for language in LANGUAGES if language != place.language
    ]


def test_only_the_service_worker_s_component_wraps_pages():
    assert app.theme is None and app.toaster is None
    assert [name for _, name in app.app_wraps] == ["Worker"]


def test_lifespan_tasks_run_while_it_serves():
    names = {task.__name__ for task in app.lifespan_tasks}  # pyright: ignore
    assert names >= {"log_console", "take_over", "forgetting_closed_tabs"}


def test_reflex_is_reached_through_the_gate_only():
    assert isinstance(app.api_transformer, tuple)
    guards = {guard.func: guard.keywords["tabs"] for guard in app.api_transformer if isinstance(guard, partial)}
    assert guards == {UploadGuard: tabs, SocketGuard: tabs}
    sessions = {guard.keywords.get("session_of") for guard in app.api_transformer if isinstance(guard, partial)}
    assert sessions == {session_of}, "both know the sessions of members and staff"


def test_browsers_error_events_are_ignored(caplog: pytest.LogCaptureFixture, capfd):
    app.frontend_exception_handler(ValueError("a" * 100_000))
    assert (caplog.records, capfd.readouterr()) == ([], ("", ""))


def test_a_failed_event_is_logged_once(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR):
        error = ValueError("a plate was upside down")
        log_event_error(error)
        log_event_error(error)
    [record] = caplog.records
    assert record.exc_info and str(record.exc_info[1]) == "a plate was upside down"


def test_a_failed_event_is_reported_in_the_page():
    assert app.backend_exception_handler is report_event_error
    assert SHOW_FAILURE in str(report_event_error(ValueError()).args)


def test_an_event_that_fails_without_redis_is_one_warning(caplog: pytest.LogCaptureFixture):
    error = ConnectionError("Error 111 connecting to 127.0.0.1:6379")
    log_event_error(error)
    log_event_error(error)
    [record] = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert record.message == "Redis unavailable (ConnectionError); an event failed"
