"""The site counts visits only after the visitor's consent, in every engine."""

import pytest

from tests.support.engines.engine import Engine, Tab
from tests.support.engines.steps import open_application
from tests.support.sites import ANALYTICS_ID

pytestmark = pytest.mark.nightly

QUESTION = "document.querySelector('section[lang] button')"
TAG = "document.querySelector('script[src^=\"https://www.googletagmanager.com/\"]')"
REFUSE, ACCEPT = "section[lang] button:first-of-type", "section[lang] button:last-of-type"
NO_NOTICE = "localStorage.setItem('notice:ready', 'yes')"
"""JavaScript that suppresses the offline notice, which would cover the end of the page."""
ASK_AGAIN = "footer button"


def answer(tab: Tab, button: str) -> None:
    tab.click(button)
    tab.until(f"!{QUESTION}")


def test_consent_is_asked_for_remembered_and_withdrawn(each_engine: Engine, counting: str) -> None:
    with each_engine.tab(390, 844) as tab:
        tab.visit(f"{counting}/en/contact")
        tab.evaluate(NO_NOTICE)
        open_application(tab, f"{counting}/en/contact")
        tab.until(QUESTION)
        assert not tab.holds(TAG)
        answer(tab, REFUSE)
        assert tab.console == []
        open_application(tab, f"{counting}/en/links")
        tab.click(ASK_AGAIN)
        tab.until(QUESTION)
        answer(tab, ACCEPT)
        tab.until(f"{TAG} && window['ga-disable-{ANALYTICS_ID}'] === false")
        open_application(tab, f"{counting}/en/contact")
        tab.until(TAG)
        assert not tab.holds(QUESTION)
        tab.click(ASK_AGAIN)
        tab.until(QUESTION)
        answer(tab, REFUSE)
        tab.until(f"window['ga-disable-{ANALYTICS_ID}'] === true")
        open_application(tab, f"{counting}/en/links")
        assert not tab.holds(TAG)
