"""Full-page sections in browsers whose scrollbars take up space, as on Windows and most of Linux."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from app.routes import Place
from tests.support.engines import Engine, Look, Tab
from tests.support.fullpage import FULL, FULL_PAGES, open_sections
from tests.support.pages import each

WITH_SLIDES = {"/en", "/en/about", "/en/portfolio/weddings", "/en/portfolio/business"}
CLASSIC = Look(classic_scrollbars=True)
SCROLLBARS = """[document.documentElement, ...document.querySelectorAll("body *")]
    .map((each) => {
        const isRoot = each === document.documentElement;
        const width = isRoot ? innerWidth : each.offsetWidth - 2 * each.clientLeft;
        const height = isRoot ? innerHeight : each.offsetHeight - 2 * each.clientTop;
        return [`${each.localName}.${each.className}`, each.clientWidth, width, each.clientHeight, height];
    })
    .filter(([, clientWidth, width, clientHeight, height]) =>
        clientWidth && (width - clientWidth >= 10 || height - clientHeight >= 10))"""
"""A script that returns the elements that show a scrollbar."""


@pytest.fixture(scope="module")
def classic(engine_name: str, with_look: Callable[[str, Look], AbstractContextManager[Engine]]) -> Iterator[Tab]:
    with with_look(engine_name, CLASSIC) as engine, engine.tab() as tab:
        yield tab


@each([place for place in FULL_PAGES if place.path in WITH_SLIDES])
def test_scrollbars_do_not_prevent_full_pages(classic: Tab, site: str, place: Place) -> None:
    open_sections(classic, site + place.path)
    assert classic.evaluate(SCROLLBARS) == []
    assert classic.console == []


def test_scrollbars_appear_without_full_pages(classic: Tab, site: str) -> None:
    open_sections(classic, f"{site}/en/portfolio/weddings")
    classic.resize(1280, 560)
    classic.until(f"!{FULL}")
    assert {name.split(".")[0] for name, *_ in classic.evaluate(SCROLLBARS)} == {"html", "div"}
    assert classic.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    classic.resize(1280, 800)
    classic.until(FULL)
    assert classic.evaluate(SCROLLBARS) == []
