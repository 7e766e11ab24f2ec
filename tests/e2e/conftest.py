from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from app.i18n import LANGUAGES, Language
from builder.fonts import DERIVED, make, preloads
from tests.support.chromium import launch
from tests.support.fullpage import large_screen
from tests.support.inquiries import FAST_CLOCK
from tests.support.visitor import Visitor, visitor


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.code)
def language(request: pytest.FixtureRequest) -> Language:
    return request.param


@pytest.fixture(scope="session")
def preloaded_fonts() -> list[str]:
    return preloads(make(DERIVED))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for all tests. Tests cannot be async, because Playwright's event loop is running."""
    with sync_playwright() as playwright, launch(playwright.chromium) as running:
        yield running


@pytest.fixture
def guest(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visitor]:
    with visitor(browser, **getattr(request.module, "VISITOR", {})) as guest:
        yield guest


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Visitor]:
    with large_screen(browser) as guest:
        yield guest


@pytest.fixture
def writer(browser: Browser) -> Iterator[Visitor]:
    """A visitor with a fast clock. With a normal clock, each test would wait three seconds before sending a form."""
    with visitor(browser) as guest:
        guest.page.context.add_init_script(FAST_CLOCK)
        yield guest
