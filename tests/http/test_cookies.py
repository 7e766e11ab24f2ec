import pytest

from app.http.cookies import MAX_CHARS, header, own_name, value


def scope(*cookies: bytes) -> dict:
    return {"type": "http", "headers": [(b"host", b"otisk.test"), *((b"cookie", each) for each in cookies)]}


@pytest.mark.parametrize(
    ("given", "known"), [((), ""), ((b"session=a; x=y",), "session=a; x=y"), ((b"session=a", b"x=y"), "session=a; x=y")]
)
def test_header(given: tuple[bytes, ...], known: str) -> None:
    assert header(scope(*given)) == known


@pytest.mark.parametrize(("length", "is_read"), [(MAX_CHARS, True), (MAX_CHARS + 1, False)])
def test_a_header_that_is_too_long_is_ignored(length: int, is_read: bool) -> None:
    assert bool(header(scope(b"a" * length))) is is_read


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("session=a", "a"),
        ("x=y; session=a", "a"),
        ("x=y;session = a ;", "a"),
        ("session=a; session=b", "b"),
        ("session=a; \tsession=b\t", "b"),
        ("session=a; \xa0session=b; \x85session=b; session\x1f=b", "a"),
        ("session=a=b", "a=b"),
        ('session="a"', "a"),
        ("xsession=a; session", ""),
        ("", ""),
    ],
)
def test_value(given: str, known: str) -> None:
    assert value(given, "session") == known


def test_own_name() -> None:
    assert (own_name("session", secure=True), own_name("session", secure=False)) == ("__Host-session", "session")
