import pytest

from app.http.export import Representation
from app.http.negotiation import ACCEPTED, content_coding, wants_page

FILES = {
    "identity": Representation("a", 100, '"1"'),
    "br": Representation("b", 30, '"2"'),
    "gzip": Representation("c", 40, '"3"'),
}


@pytest.mark.parametrize(
    ("accept_encoding", "coding"),
    [
        (None, "identity"),
        ("", "identity"),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP", "gzip"),
        ("br;q=0.5, gzip", "gzip"),
        ("br;q=0, gzip;q=0.1", "gzip"),
        ("gzip;q=0.1, identity;q=0.5", "identity"),
        ("gzip;q=0.5", "gzip"),
        ("br;q=oops, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0.5, br;q=0", "gzip"),
        ("identity;q=0, *;q=0.1", "br"),
        ("identity;q=0, gzip", "gzip"),
        ("identity", "identity"),
        ("identity;q=0", "identity"),
        ("*;q=0", "identity"),
        ("deflate, zstd", "identity"),
    ],
)
def test_content_coding(accept_encoding, coding):
    assert content_coding(accept_encoding, FILES) == coding


@pytest.mark.parametrize("accept_encoding", [None, "br", "*;q=0", "identity;q=0"])
def test_uncompressed_resources_are_sent_unencoded(accept_encoding):
    assert content_coding(accept_encoding, {"identity": FILES["identity"]}) == "identity"


@pytest.mark.parametrize(
    ("accept", "page"),
    [
        (None, True),
        ("", True),
        ("*/*", True),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", True),
        ("text/*", True),
        ("text/html, application/json", True),
        ("text/html;q=0.5, application/json", False),
        ("application/json", False),
        ("application/json, text/plain, */*", False),
        ("application/json;q=0, */*", True),
        ("image/avif,image/webp", False),
        ("text/html;q=0", False),
    ],
)
def test_wants_page(accept, page):
    assert wants_page(accept) is page


@pytest.mark.parametrize(("coding", "accepted"), ACCEPTED.items())
def test_common_headers_of_one_row_get_the_same_coding(coding: str, accepted: tuple[str, ...]) -> None:
    for offered in (FILES, {"identity": FILES["identity"]}):
        expected = coding if coding in offered else "identity"
        assert {content_coding(each or None, offered) for each in accepted} == {expected}
