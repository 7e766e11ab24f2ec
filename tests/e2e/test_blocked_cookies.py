"""All kinds of pages work if Chromium blocks cookies."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from app.routes import Place
from tests.support.chromium import ARGUMENTS, executable
from tests.support.pages import KINDS, each
from tests.support.visitor import Visitor
from tests.support.waiting import wait_for_message
from tests.support.walk import REPORTED, heading

pytestmark = pytest.mark.mostly_nightly

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""Chromium's setting "Don't allow sites to save data on your device"."""
REFUSALS = """() => ["localStorage", "sessionStorage"].map((name) => {
    try {
        return typeof window[name];
    } catch (error) {
        return error.name;
    }
})"""


@pytest.fixture(scope="module")
def context(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    profile: Path = tmp_path_factory.mktemp("profile")
    (profile / "Default").mkdir()
    (profile / "Default/Preferences").write_text(json.dumps(BLOCKED))
    running = browser.browser_type.launch_persistent_context(
        profile, executable_path=executable(), args=ARGUMENTS, locale="cs-CZ"
    )
    yield running
    running.close()


@pytest.fixture
def guest(context: BrowserContext) -> Iterator[Visitor]:
    [page] = context.pages
    guest = Visitor(page)
    yield guest
    guest.settle()


def assert_hydrated(guest: Visitor, path: str) -> None:
    expect(guest.page.locator("h1")).to_have_text(heading(path))
    guest.until(f"location.pathname === '{path}'")
    guest.acts()
    assert guest.page.evaluate(REFUSALS) == ["SecurityError"] * 2


@each(KINDS)
def test_a_page_of_every_kind(guest: Visitor, site: str, place: Place) -> None:
    [other] = [each for each in place.alternates if each.language != place.language]
    guest.page.goto(site + place.path)
    assert_hydrated(guest, place.path)
    guest.settle()
    assert_hydrated(guest, place.path)
    guest.page.locator(f"a[hreflang={other.language.code}]").first.click()
    assert_hydrated(guest, other.path)
    wait_for_message(guest, '"storage"')
    guest.settle()
    reports = [REPORTED.fullmatch(line) for line in guest.console]
    assert all(reports), guest.console
    names = Counter(found["name"] for found in reports if found)
    assert "storage" in names and set(names.values()) == {1}
    assert guest.failed == []


def test_a_page_without_the_application_stays(guest: Visitor, site: str) -> None:
    guest.page.goto(f"{site}/offline")
    title = guest.page.locator("h1").text_content() or ""
    guest.settle()
    expect(guest.page.locator("h1")).to_have_text(title)
    said = [line for line in guest.console if "Failed to load resource" not in line]
    assert said == []
