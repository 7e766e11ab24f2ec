import pytest

from tests.support.javascript import Browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A simulated browser with Reflex's own event loop."""
    return Browser(tmp_path_factory.mktemp("web"))
