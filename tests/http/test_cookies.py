"""The cookies of a request, however they were sent."""

import pytest

from app.http.cookies import header, own_name, values


def scope(*cookies: bytes) -> dict:
    return {"type": "http", "headers": [(b"host", b"otisk.test"), *((b"cookie", each) for each in cookies)]}


@pytest.mark.parametrize(
    ("given", "known"),
    [((), ""), ((b"session=a; x=y",), "session=a; x=y"), ((b"session=a", b"x=y"), "session=a; x=y")],
)
def test_header(given: tuple[bytes, ...], known: str) -> None:
    assert header(scope(*given)) == known


def test_values() -> None:
    assert values(scope(b"session=a", b"x=y")) == {"session": "a", "x": "y"}
    assert values(scope()) == {}


def test_own_name() -> None:
    assert (own_name("session", secure=True), own_name("session", secure=False)) == ("__Host-session", "session")
