from collections.abc import Mapping

import pytest

from tests.support.engines.engine import Tab
from tests.support.engines.firefox import Preference
from tests.support.engines.launch import engine
from tests.support.engines.steps import at, open_application

pytestmark = pytest.mark.engines

NO_COOKIES, STRICT = 2, "strict"
SETTINGS: Mapping[str, Mapping[str, Preference]] = {
    "no workers": {"dom.serviceWorkers.enabled": False},
    "no cookies": {"network.cookie.cookieBehavior": NO_COOKIES},
    "no storage": {"dom.storage.enabled": False},
    "strict protection": {
        "browser.contentblocking.category": STRICT,
        "network.cookie.cookieBehavior": 5,
        "network.cookie.cookieBehavior.optInPartitioning": True,
        "network.http.referer.disallowCrossSiteRelaxingDefault": True,
        "privacy.annotate_channels.strict_list.enabled": True,
        "privacy.fingerprintingProtection": True,
        "privacy.query_stripping.enabled": True,
        "privacy.trackingprotection.enabled": True,
        "privacy.trackingprotection.emailtracking.enabled": True,
        "privacy.trackingprotection.socialtracking.enabled": True,
    },
    "resist fingerprinting": {"privacy.resistFingerprinting": True},
}
OFF = {"no cookies": {"locks", "storage", "worker"}, "no storage": {"storage"}}
FIREFOX = "Storage access is restricted in this context"


@pytest.fixture(scope="module", params=SETTINGS)
def setting(request: pytest.FixtureRequest, absent: list[str]) -> str:
    if "firefox" in absent:
        pytest.skip("firefox is not installed")
    return request.param


def reported(tab: Tab) -> set[str]:
    """Returns the features that the console reports as disabled. Asserts that there are no other console messages."""
    off = [line.partition('The extra "')[2].partition('" is off')[0] for line in tab.console if FIREFOX not in line]
    assert all(off), tab.console
    return set(off)


def test_pages_work(setting: str, site: str) -> None:
    with engine("firefox", preferences=SETTINGS[setting]) as cautious, cautious.tab(390, 844) as tab:
        open_application(tab, f"{site}/en/contact")
        tab.evaluate("window.stays = true")
        tab.click("header summary")
        tab.click("a[hreflang=cs]")
        tab.until(f"{at('/contact')} && document.documentElement.lang === 'cs'")
        tab.click("footer a[href='/links']")
        tab.until(at("/links"))
        assert tab.evaluate("window.stays"), "a link has loaded a document"
        open_application(tab, f"{site}/en/inquiry")
        tab.until("document.getElementById('inquiry-form').noValidate")
        tab.write("#inquiry-name", "Jana")
        open_application(tab, f"{site}/en/portfolio/weddings")
        tab.click("figure picture")
        tab.until("document.querySelector('dialog[open] img')")
        tab.press("Escape")
        tab.until("!document.querySelector('dialog[open]')")
        assert reported(tab) == OFF.get(setting, set())
