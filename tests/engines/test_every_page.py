"""Every page and section works in every engine, both online and offline. These tests take minutes."""

from collections.abc import Iterator

import pytest

from app.routes import Place
from tests.support.engines.engine import Engine, EngineError, Tab
from tests.support.engines.steps import BROKEN, FAILED, SETTLED, install_offline_site, open_application
from tests.support.fullpage import FLOWS, FULL, FULL_PAGES, MARKED, SEEN, STOPS
from tests.support.layout import HEIGHTS
from tests.support.pages import PRECACHED, PUBLIC
from tests.support.proxy import proxied

pytestmark = [pytest.mark.engines, pytest.mark.timeout(1800)]

WIDTHS = (390, 1024, 1280)
CACHED = [place for place in PRECACHED if place.path != "/"]
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
NETWORK = ("Failed to look for a newer build", "net::ERR_CONNECTION_REFUSED")
"""Substrings of console messages about a lost network connection."""
LOAD_PICTURES = """Promise.all([...document.images].map((image) => {
    image.loading = "eager";
    return image.decode().catch(() => {});
}))"""


def faults_of(tab: Tab, url: str, place: Place, expected: tuple[str, ...]) -> Iterator[str]:
    earlier = len(tab.console)
    try:
        open_application(tab, url)
        tab.evaluate(f"{LOAD_PICTURES}.then(() => {SETTLED})")
    except (AssertionError, EngineError) as error:
        yield str(error)
    if tab.evaluate("document.documentElement.lang") != place.language.code:
        yield "another language"
    yield from (f"failed: {url}" for url in tab.evaluate(FAILED))
    yield from (f"broken: {url}" for url in tab.evaluate(BROKEN))
    if (overflow := tab.evaluate(OVERFLOW)) > 0:
        yield f"overflow by {overflow} px"
    for message in tab.console[earlier:]:
        if not any(part in message for part in expected):
            yield message


def all_faults(tab: Tab, site: str, pages: list[Place], expected: tuple[str, ...] = ()) -> list[str]:
    """Ignores console messages that contain a string from `expected`."""
    return [f"{place.path}: {fault}" for place in pages for fault in faults_of(tab, site + place.path, place, expected)]


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page(each_engine: Engine, site: str, width: int) -> None:
    with each_engine.tab(width, HEIGHTS[width]) as tab:
        tab.visit(f"{site}/en/contact")
        tab.evaluate("document.cookie = 'i18n_redirected=cs; path=/'")  # with this cookie, `/` shows the Czech page
        faults = all_faults(tab, site, PUBLIC)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_offline(each_engine: Engine, site: str, width: int) -> None:
    with proxied(site) as network, each_engine.tab(width, HEIGHTS[width]) as tab:
        install_offline_site(tab, f"{network.url}/en/contact")
        network.cut()
        faults = all_faults(tab, network.url, CACHED, NETWORK)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("width", WIDTHS[1:])
def test_every_section(each_engine: Engine, site: str, width: int) -> None:
    with each_engine.tab(width, HEIGHTS[width]) as tab:
        faults = [
            f"{place.path}#{stop}" for place in FULL_PAGES for stop in unreachable_sections(tab, site + place.path)
        ]
    assert not faults, "\n".join(faults)


def unreachable_sections(tab: Tab, url: str) -> Iterator[str]:
    open_application(tab, url)
    tab.until(f"{FULL} || {FLOWS}")
    for section, *slides in tab.evaluate(f"({STOPS})()"):
        id = slides[-1] if slides else section
        tab.evaluate(f"void (location.hash = '{id}')")
        try:
            tab.until(f"({SEEN})().includes('{id}') && (({MARKED})().join() === '#{section}' || {FLOWS})")
        except AssertionError:
            yield id
