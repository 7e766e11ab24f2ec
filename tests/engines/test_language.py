"""The language switch opens the same page in another language. A cookie stores the choice."""

import pytest

from tests.support.engines.engine import Engine
from tests.support.engines.steps import SETTLED, STARTED, at, install_offline_site, open_application

pytestmark = pytest.mark.nightly


def test_the_choice_of_a_language_is_remembered(each_engine: Engine, site: str) -> None:
    with each_engine.tab(390, 844) as tab:
        tab.visit(f"{site}/")
        assert tab.evaluate("location.pathname") == "/en", "the browser prefers English"
        tab.until(STARTED)
        open_application(tab, f"{site}/en/about?from=letter")
        tab.evaluate("window.stays = true")
        tab.click("header summary")
        tab.click("a[hreflang=cs]")
        tab.until(f"{at('/about')} && document.documentElement.lang === 'cs'")
        assert tab.evaluate("[location.search, window.stays]") == ["?from=letter", True]
        assert "i18n_redirected=cs" in tab.evaluate("document.cookie")
        tab.evaluate(SETTLED)  # wait, because Firefox logs an error for each cancelled script
        tab.visit(f"{site}/")
        assert tab.evaluate("[location.pathname, document.documentElement.lang]") == ["/", "cs"]
        tab.visit(f"{site}/en/about")
        assert tab.evaluate("location.pathname") == "/en/about", "only the root may redirect"
        assert tab.console == []


def test_a_link_to_the_root_has_its_language_with_the_service_worker(each_engine: Engine, site: str) -> None:
    with each_engine.tab(390, 844) as tab:
        install_offline_site(tab, f"{site}/en/contact")
        tab.evaluate("void (location.href = '/')")
        tab.until(f"{at('/')} && document.documentElement.lang === 'cs'")
        tab.visit(f"{site}/")
        assert tab.evaluate("location.pathname") == "/en", "the browser prefers English"
