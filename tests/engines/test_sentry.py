"""An error in a page reaches Sentry once, without personal data."""

import pytest

from tests.fakes.sentry import Ingest
from tests.support.engines.engine import Engine
from tests.support.engines.steps import open_application
from tests.support.inquiries import until
from tests.support.reporting import ENVIRONMENT, MESSAGE, QUERY, SECRETS, build_id_of_site

pytestmark = pytest.mark.nightly

THROW = """void setTimeout(() => {
    const error = new Error(%s);
    error.stack = `Error\\n    at f (${document.querySelector("script[src*='/main-']").src}:1:1)`;
    throw error;
})"""


def test_an_error_arrives_once(each_engine: Engine, watched: str, ingest: Ingest) -> None:
    with each_engine.tab(390, 844) as tab:
        open_application(tab, f"{watched}/en/about{QUERY}")
        tab.evaluate(THROW % repr(MESSAGE))
        until(lambda: ingest.events, "a report")
        tab.until("document.querySelector('h1').textContent.includes('the ink has dried')")
    assert ingest.refused == []
    [event] = ingest.events
    [thrown] = event["exception"]["values"]
    assert thrown["value"].startswith("the ink has dried, says [e-mail]")
    assert (event["release"], event["environment"]) == (build_id_of_site(), ENVIRONMENT)
    assert not [secret for secret in SECRETS if secret in ingest.text]
