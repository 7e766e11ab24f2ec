from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.support.chromium import launch
from tests.support.server_process import running_server
from tools.bench import acts, limit, pages, visits
from tools.bench.limit import Cost
from tools.bench.pages import Measured
from tools.bench.speed_index import Frame, speed_index

pytestmark = pytest.mark.nightly


def tap(**measured: float) -> visits.Tap:
    return visits.Tap(**{"longest": 0, "wait": 900, "hydration": 90, "inp": 24, "shift": 0, **measured})


def test_times_are_medians() -> None:
    visited = Measured()
    for wait in (900, 5_000, 1_000):
        visited.add((visits.Load(fcp=wait, lcp=2 * wait, javascript=1_486), tap(wait=wait)))
    visited.add((visits.Load(fcp=1_000, lcp=2_000, javascript=1_486), visits.Click(shown=200, documents=0)))
    assert list(pages._times(visited)) == [
        *("1000 ms", "2000 ms", "< 50 ms", "1000 ms", "90 ms", "24 ms"),
        *("200 ms", "0"),
    ]


def test_values_above_their_target_are_bold() -> None:
    load = visits.Load(fcp=1, lcp=1, javascript=1)
    visited = Measured([load], [tap(longest=51, inp=201)], [visits.Click(shown=200, documents=1)])
    assert [cell for cell in pages._times(visited) if "**" in cell] == ["**51 ms**", "**201 ms**", "**1**"]


def test_missing_measurements_are_empty_cells() -> None:
    assert list(pages._times(Measured([visits.Load(fcp=1, lcp=2, javascript=3)]))) == ["1 ms", "2 ms", *[""] * 6]


def test_the_first_act_has_medians_and_the_largest_shift() -> None:
    by_act = {"tap": [tap(inp=150), tap(inp=40), tap(inp=16)], "key": [tap(longest=51), tap(longest=60)]}
    assert acts.row(by_act) == ["40 ms", "24 ms", "< 50 ms", "**56 ms**", "", "0.000"]
    by_act["wheel"] = [tap(shift=0.1), tap()]
    assert acts.row(by_act)[-2:] == ["< 50 ms", "**0.100**"]


def cost(**measured: float) -> Cost:
    return Cost(
        **{"paint": 100, "lcp": 100, "speed_index": 100, "blocked": 0, "processor": 50, "memory": 2e6, **measured}
    )


def test_ratios_are_medians_of_pairs() -> None:
    pairs = [(cost(paint=100), cost(paint=100)), (cost(paint=300), cost(paint=290)), (cost(paint=900), cost(paint=100))]
    assert limit.ratio(pairs, "paint") == "1.03 (300 : 100 ms)"
    assert limit.ratio([(cost(memory=3e6), cost())], "memory") == "**1.50** (3.0 : 2.0 MB)"
    assert limit.blocked([(cost(blocked=60), cost())]) == "60 : 0 ms"


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
