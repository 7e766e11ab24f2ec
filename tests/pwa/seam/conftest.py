"""Fixtures with Reflex's browser code and this project's replacements."""

import pytest

from tests.support.javascript import Browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """Returns a simulated browser that runs Reflex's own event loop."""
    return Browser(tmp_path_factory.mktemp("web"))
