from urllib.parse import unquote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from app.server.paths import MAX_PATH_BYTES, address, raw, target


def decode(raw_path: bytes, query: bytes = b"") -> str:
    return target({"raw_path": raw_path, "query_string": query})[0]


@pytest.mark.parametrize(
    ("raw_path", "path"),
    [
        (b"/", "/"),
        (b"/about", "/about"),
        (b"/about/", "/about/"),
        (b"/a%20b", "/a b"),
        (b"/%C5%BEe", "/že"),
        (b"/\xc5\xbee", "/že"),
        (b"/%5BpostId%5D-1.js", "/[postId]-1.js"),
        (b"/..a/.b/c..", "/..a/.b/c.."),
        (b"/100%25", "/100%"),
        (b"/" + b"a" * (MAX_PATH_BYTES - 1), "/" + "a" * (MAX_PATH_BYTES - 1)),
    ],
)
def test_ordinary_paths(raw_path, path):
    assert decode(raw_path) == path


@pytest.mark.parametrize(
    "raw_path",
    [
        b"",
        b"about",
        b"/%",
        b"/%zz",
        b"/a%2",
        b"/%00",
        b"/\x00",
        b"/%0d%0aSet-Cookie:%20a=b",
        b"/%7f",
        b"/%c2%85",
        b"/%ff",
        b"/\xff",
        b"/%c0%af",
        b"/%ed%a0%80",
        b"/.",
        b"/a/../b",
        b"/a/%2e%2e/b",
        b"/%2E/",
        b"//evil.test/",
        b"/about//",
        b"/%2F/evil.test",
        b"/\\evil.test",
        b"/%5Cevil.test",
        b"/" + b"a" * MAX_PATH_BYTES,
    ],
)
def test_hostile_paths(raw_path):
    with pytest.raises(HTTPException) as raised:
        decode(raw_path)
    assert raised.value.status_code == 400


@given(st.binary(max_size=60).map(b"/".__add__))
@example(b"//evil.test/%2e%2e")
@settings(max_examples=100, deadline=None)
def test_accepted_paths_survive_a_round_trip(raw_path):
    try:
        path = decode(raw_path)
    except HTTPException as error:
        assert error.status_code == 400
        return
    location = address(path)
    assert location.isascii() and location.isprintable()
    assert location.startswith("/") and not location.startswith(("//", "/\\"))
    assert unquote(location) == path


@given(st.text(max_size=60))
def test_query_cannot_break_a_header(query):
    location = address("/about", query)
    assert location.isascii() and location.isprintable() and " " not in location
    assert location.split("?")[0] == "/about"


def test_the_query_is_not_decoded():
    assert target({"raw_path": b"/x", "query_string": b"a=%20&%zz"}) == ("/x", "a=%20&%zz")


def test_a_query_that_is_not_utf_8_is_rejected():
    with pytest.raises(HTTPException):
        decode(b"/about", b"\xff")


def test_an_encoded_query_is_not_changed():
    assert address("/en", "a=1&b=%C5%BE+x&c[]=/?") == "/en?a=1&b=%C5%BE+x&c[]=/?"
    assert address("/en", "") == "/en"


def test_raw_path_of_a_server_that_does_not_give_one():
    assert raw({"path": "/a ž"}) == b"/a%20%C5%BE"
    assert raw({"path": "/a b", "raw_path": b"/a%20b"}) == b"/a%20b"
