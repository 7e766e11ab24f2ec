from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.support.chromium import launch
from tests.support.server_process import running_server
from tools.bench import acts, limit, visits
from tools.bench.speed_index import Frame, speed_index

pytestmark = pytest.mark.nightly


def frames(*shown: tuple[float, int]) -> list[Frame]:
    """Returns frames of ten pixels, given each frame's time in ms and number of black pixels."""
    return [Frame(at, [black, *[0] * 254, 10 - black] * 3) for at, black in shown]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ([(0, 0), (100, 5), (300, 10)], 200),
        ([(-50, 0), (100, 10)], 100),  # loading starts after the first frame
        ([(-80, 0), (-50, 5), (100, 10)], 50),
        ([(0, 0), (100, 10), (300, 5), (400, 10)], 150),  # some pixels disappear temporarily
        ([(0, 3), (500, 3)], 0),  # nothing changes
    ],
)
def test_the_speed_index_is_the_average_time_at_which_pixels_appear(
    shown: list[tuple[float, int]], expected: float
) -> None:
    assert speed_index(frames(*shown)) == pytest.approx(expected)


def test_the_limit_is_the_page_without_its_scripts(site: str, tmp_path: Path) -> None:
    html = (limit.strip(tmp_path) / "dist/current/site/contact.html").read_text()
    assert "<h1" in html and "<script" not in html
    with running_server(tmp_path) as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium, whole=True)
        found = [limit.visit(browser, url + "/contact", visits.LARGE) for url in (site, server.url)]
        browser.close()
    assert all(0 < each.paint <= each.lcp and each.processor > 0 and each.memory > 1e6 for each in found)
    assert all(each.paint * 0.5 < each.speed_index < each.paint + 3_000 for each in found)


def test_a_visit_is_measured(site: str) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, whole=True)
        loaded, tapped = visits.tap(browser, f"{site}/contact")
        _, clicked = visits.click(browser, f"{site}/contact")
        browser.close()
    assert 0 < loaded.fcp <= loaded.lcp and loaded.javascript == 0, "the application came before the act"
    assert 0 < tapped.hydration < tapped.wait and min(tapped.inp, clicked.shown) > 0


@pytest.mark.parametrize("name", acts.ACTS["1280"])
def test_the_first_act_is_measured(site: str, name: str) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, whole=True)
        found = acts.measure(browser, f"{site}/contact", visits.LARGE, acts.ACTS["1280"][name])
        browser.close()
    assert found.wait > 0 and found.shift == 0
