"""Every page registers a service worker. Reflex event handlers can receive the worker's events."""

from typing import Any

import pytest
import reflex as rx
from reflex.utils.exceptions import EventFnArgMismatchError

from app.app import app
from app.components import html as h
from app.extras.worker import registration, worker
from app.seam.page_state import uses_state
from tests.support.rendered import Element, rendered


class Updates(rx.State):
    build: str = ""

    @rx.event
    def note(self, build: str) -> None:
        self.build = build

    @rx.event
    def forget(self) -> None:
        self.build = ""


EVENTS = {
    "on_installed": Updates.forget,
    "on_waiting": Updates.note,
    "on_activated": Updates.forget,
    "on_offline_ready": Updates.note,
}
PROPS = {
    "on_installed": "onInstalled",
    "on_waiting": "onWaiting",
    "on_activated": "onActivated",
    "on_offline_ready": "onOfflineReady",
}


def component(**given: Any) -> Element:
    [found] = rendered(h.div(worker(**given))).all("Worker")
    return found


@pytest.mark.parametrize(
    ("given", "props"),
    [
        ({}, {"script": "/sw.js"}),
        ({"register": "/sw.js", "scope": "/"}, {"script": "/sw.js"}),
        ({"scope": "/en"}, {"script": "/sw.js", "scope": "/en"}),
        ({"register": "/lab/worker.js", "scope": "/lab/"}, {"script": "/lab/worker.js"}),
        ({"register": "/lab/worker.js", "scope": "/lab/one"}, {"script": "/lab/worker.js", "scope": "/lab/one"}),
        ({"register": None}, {"script": ""}),
    ],
)
def test_the_page_names_script_and_scope(given: dict[str, Any], props: dict[str, str]) -> None:
    assert component(**given).attributes == props


def test_the_site_s_registration_needs_no_javascript() -> None:
    mark = rendered(registration("/lab/worker.js", "/lab/one"))
    assert (mark.name, mark.attributes) == ("template", {"data-worker": "/lab/worker.js", "data-scope": "/lab/one"})
    assert rendered(registration()).attributes == {"data-worker": "/sw.js"}


def test_the_site_s_registration_comes_after_the_page() -> None:
    """The start script registers only the first service worker in the HTML, so a page's own worker must come first."""
    [wrap] = [wrap(False) for (_, name), wrap in app.app_wraps.items() if name == "Worker"]
    assert wrap
    [mark] = rendered(h.div(wrap)).all("template")
    assert mark["data-worker"] == "/sw.js"


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_an_event_trigger_and_makes_the_page_one_with_state(name: str) -> None:
    found = component(**{name: EVENTS[name]})
    assert set(found.attributes) == {"script", PROPS[name]}
    assert f'{Updates.get_full_name()}.{EVENTS[name].fn.__name__}"' in found[PROPS[name]]
    assert uses_state(h.main(h.div(worker(**{name: EVENTS[name]}))))


@pytest.mark.parametrize("name", ["on_waiting", "on_offline_ready"])
def test_a_handler_gets_the_build(name: str) -> None:
    assert '["build"] : _ev_0' in component(**{name: Updates.note})[PROPS[name]]
    assert '["build"]' not in component(**{name: Updates.forget})[PROPS[name]]


def test_events_of_the_browser_need_no_state() -> None:
    page = h.main(worker(on_waiting=rx.console_log("waiting")))
    assert not uses_state(page)
    assert "waiting" in rendered(page).all("Worker")[0]["onWaiting"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"register": "sw.js"}, "worker(register='sw.js'): expected a path on the site, such as /sw.js."),
        ({"register": "//elsewhere.example/sw.js"}, "worker(register='//elsewhere.example/sw.js'): expected a path"),
        ({"register": "https://elsewhere.example/sw.js"}, "worker(register='https://elsewhere.example/sw.js'): "),
        ({"register": "/\\elsewhere.example"}, "worker(register='/\\\\elsewhere.example'): expected a path"),
        ({"register": '/"><script>'}, "worker(register='/\"><script>'): expected a path"),
        ({"register": False}, "worker(register=False): expected a path on the site, such as /sw.js."),
        ({"register": ""}, "worker(register=''): expected a path"),
        ({"scope": "en"}, "worker(scope='en'): expected a path"),
        ({"scope": ""}, "worker(scope=''): expected a path"),
        (
            {"register": "/lab/worker.js"},
            "worker(register='/lab/worker.js', scope='/'): browsers refuse a scope outside /lab/, the script's folder.",
        ),
        (
            {"register": None, "on_waiting": Updates.note},
            "worker(register=None, on_waiting=…): without a registration the handler never runs.",
        ),
    ],
)
def test_other_values_fail_with_a_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as failure:
        worker(**given)
    assert str(failure.value).startswith(said)


def test_a_handler_with_other_arguments_is_refused() -> None:
    with pytest.raises(EventFnArgMismatchError):
        worker(on_installed=Updates.note)  # pyright: ignore[reportArgumentType]
