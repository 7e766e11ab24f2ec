from collections.abc import Iterator

import pytest

from tests.support.engines.engine import Look, Tab, WithLook
from tests.support.fullpage import FULL, open_sections

pytestmark = pytest.mark.mostly_nightly

GALLERY = "/en/portfolio/weddings"
RELEASE = ["/en", "/en/about", "/en/portfolio/business"]
"""Additional pages, which only `make test-nightly` checks."""
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


@pytest.fixture(scope="module")
def classic(with_look: WithLook) -> Iterator[Tab]:
    with with_look(CLASSIC) as engine, engine.tab() as tab:
        yield tab


@pytest.mark.main
@pytest.mark.parametrize("path", [GALLERY, *(pytest.param(path, marks=pytest.mark.engines) for path in RELEASE)])
def test_scrollbars_do_not_prevent_full_pages(classic: Tab, site: str, path: str) -> None:
    open_sections(classic, site + path)
    assert classic.evaluate(SCROLLBARS) == []
    assert classic.console == []


def test_scrollbars_appear_without_full_pages(classic: Tab, site: str) -> None:
    open_sections(classic, site + GALLERY)
    classic.resize(1280, 560)
    classic.until(f"!{FULL}")
    assert {name.split(".")[0] for name, *_ in classic.evaluate(SCROLLBARS)} == {"html", "div"}
    assert classic.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    classic.resize(1280, 800)
    classic.until(FULL)
    assert classic.evaluate(SCROLLBARS) == []
