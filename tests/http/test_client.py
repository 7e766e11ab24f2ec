import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.http.client import UNKNOWN, networks
from app.settings import load

PROXIES = {"trusted_proxies": "127.0.0.0/8,10.0.0.0/8,fd00::/8"}
TRUSTING = load(_env_file=None, **PROXIES)


def scope(peer: str | None, *forwarded: str) -> dict:
    headers = [(b"x-forwarded-for", value.encode("latin-1", "replace")) for value in forwarded]
    return {"type": "http", "client": (peer, 40_000) if peer is not None else None, "headers": headers}


def asks(peer: str | None, *forwarded: str, **overrides: object) -> str:
    return networks(scope(peer, *forwarded), load(_env_file=None, **{**PROXIES, **overrides}))[0]


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["198.51.100.7"], "203.0.113.9"),
        ("10.1.2.3", ["198.51.100.7"], "198.51.100.7"),
        ("10.1.2.3", ["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
        ("10.1.2.3", ["1.1.1.1", "198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", ["198.51.100.7, 10.9.9.9,127.0.0.2"], "198.51.100.7"),
        ("127.0.0.1", ["10.9.9.9"], "10.9.9.9"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["somebody, 10.9.9.9"], "10.9.9.9"),
        ("127.0.0.1", ["198.51.100.7, "], "127.0.0.1"),
        ("::ffff:203.0.113.9", [], "203.0.113.9"),
        ("::ffff:10.1.2.3", ["198.51.100.7"], "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("fd00::1", ["2001:db8:1:2:aaaa::1"], "2001:db8:1:2::/64"),
        ("fe80::1%eth0", [], "fe80::/64"),
        ("127.0.0.1", ["198.51.100.7" + ",10.0.0.1" * 9], "198.51.100.7"),
        ("127.0.0.1", ["198.51.100.7" + ",10.0.0.1" * 9_999], "10.0.0.1"),
        ("127.0.0.1", ["198.51.100.7", *["10.0.0.1"] * 9_999], "10.0.0.1"),
        (None, ["198.51.100.7"], UNKNOWN),
        ("", [], UNKNOWN),
        ("/run/site.sock", ["198.51.100.7"], UNKNOWN),
    ],
)
def test_address(peer: str | None, forwarded: list[str], expected: str) -> None:
    assert asks(peer, *forwarded) == expected


def test_forwarded_addresses_are_ignored_without_trusted_proxies() -> None:
    assert asks("127.0.0.1", "198.51.100.7", trusted_proxies="none") == "127.0.0.1"


@given(st.lists(st.text(max_size=40), max_size=4))
def test_forged_forwarded_addresses_are_ignored(forwarded: list[str]) -> None:
    assert networks(scope("203.0.113.9", *forwarded), TRUSTING) == ("203.0.113.9",)
    assert networks(scope("127.0.0.1", *forwarded, "203.0.113.9"), TRUSTING) == ("203.0.113.9",)


@pytest.mark.parametrize(
    ("peer", "expected"),
    [
        ("203.0.113.9", ("203.0.113.9",)),
        ("2001:db8:aaaa:bbcc:3:4:5:6", ("2001:db8:aaaa:bbcc::/64", "2001:db8:aaaa:bb00::/56", "2001:db8:aaaa::/48")),
        ("::ffff:203.0.113.9", ("203.0.113.9",)),
        (None, (UNKNOWN,)),
    ],
)
def test_networks(peer: str | None, expected: tuple[str, ...]) -> None:
    assert networks(scope(peer), load(_env_file=None)) == expected
