from pathlib import Path

import pytest

from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, rebuilt
from tests.support.engines.engine import Engine
from tests.support.engines.steps import NOTICE, install_offline_site, open_application

pytestmark = pytest.mark.nightly  # `make test` runs tests/e2e/test_updates.py instead

BUILD = "JSON.parse(document.getElementById('__NEXT_DATA__').textContent).buildId"
OFFER = f"{NOTICE} button:not([aria-label])"
RETURN = "void document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture(scope="module")
def newer(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as monkeypatch:
        return rebuilt(tmp_path_factory.mktemp("newer") / "build", 1, monkeypatch)


def test_a_new_build_is_offered_and_loaded_in_every_tab(each_engine: Engine, deployed: Deployment, newer: Path) -> None:
    with each_engine.visitor() as open_tab:
        tab = open_tab()
        install_offline_site(tab, f"{deployed.url}/en/contact")
        other = open_tab()  # open this tab late, because Firefox slows down background tabs
        open_application(other, f"{deployed.url}/en/pricing")
        deployed.deploy(newer)
        other.evaluate(RETURN)
        for each in (tab, other):
            each.until(f"document.querySelector('{OFFER}')?.textContent.includes('Refresh')")
        other.reload()
        assert other.evaluate(BUILD) == build_id(DIST), "the new build did not wait"
        tab.click(OFFER)
        for each in (tab, other):
            each.until(f"{BUILD} === '{build_id(newer)}'")
            each.until("document.readyState === 'complete'")
            assert not each.holds(f"document.querySelector('{OFFER}')")
