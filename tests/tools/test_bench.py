from playwright.sync_api import sync_playwright

from tests.support.chromium import launch
from tools.bench import pages, visits
from tools.bench.pages import Measured


def tap(**measured: float) -> visits.Tap:
    return visits.Tap(**{"longest": 0, "wait": 900, "hydration": 90, "inp": 24, **measured})


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


def test_a_visit_is_measured(site: str) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, whole=True)
        loaded, tapped = visits.tap(browser, f"{site}/contact")
        _, clicked = visits.click(browser, f"{site}/contact")
        browser.close()
    assert 0 < loaded.fcp <= loaded.lcp and 500 < loaded.javascript < 10_000, "the application came before the act"
    assert 0 < tapped.hydration < tapped.wait and min(tapped.inp, clicked.shown) > 0
