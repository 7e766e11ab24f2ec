import pytest

from app.members.handshake import HEADERS, QUERY, strip_client_data

SECRET = b"s3cret"
SCOPE = {
    "type": "websocket",
    "path": "/_event/",
    "query_string": b"EIO=4&transport=websocket&t=" + SECRET,
    "client": ("203.0.113.9", 40_000),
    "subprotocols": ["0.7.14"],
    "headers": [(name, SECRET) for name in (b"cookie", b"authorization", b"x-forwarded-for", b"user-agent", b"host")],
}


def test_reflex_sees_no_client_data() -> None:
    expected = {**SCOPE, "query_string": QUERY, "headers": HEADERS}
    del expected["client"]
    assert strip_client_data(SCOPE) == expected
    assert SCOPE["client"] and SCOPE["headers"] != HEADERS, "the original scope is unchanged"


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ([], []),
        (["0.6.0"], ["0.6.0"]),
        (["1.0.0.dev1+x", "2"], ["1.0.0.dev1+x"]),
        (["a b"], []),
        (["a\r\nset-cookie: a"], []),
        (["x" * 33], []),
        (["ü"], []),
        ([""], []),
    ],
)
def test_the_version_is_the_subprotocol(asked: list[str], answered: list[str]) -> None:
    assert strip_client_data({**SCOPE, "subprotocols": asked})["subprotocols"] == answered
