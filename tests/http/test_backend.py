import pytest

from app.http.backend import owns


@pytest.mark.parametrize("path", ["/_event/", "/_event/x/y", "/ping", "/_upload"])
def test_paths_of_the_backend(path):
    assert owns(path)


@pytest.mark.parametrize(
    "path", ["/", "/_event", "/_events", "/_event.js", "/ping/", "/pingx", "/_upload/x", "/en/_event", "/_health"]
)
def test_paths_of_the_site(path):
    assert not owns(path)
