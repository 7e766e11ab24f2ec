"""The server serves only its own scripts, and only to the site's pages. Scripts expire after one minute."""

from typing import Any

import pytest
from cryptography.fernet import Fernet
from starlette.exceptions import HTTPException

from app.members.scripts import ALLOWED, PATH, TTL_SECONDS, Scripts
from app.members.session import Sealer
from tests.support.clock import Clock

KEY = Fernet.generate_key().decode()


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def scripts(clock: Clock) -> Scripts:
    return Scripts(Sealer([KEY]), clock)


def scope(method: str = "GET", **headers: str) -> dict[str, Any]:
    given = {**ALLOWED, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {"type": "http", "method": method, "headers": [(k.encode(), v.encode()) for k, v in given.items() if v]}


def query(scripts: Scripts, code: str = "(scope) => 'ě'") -> str:
    path, _, sealed = scripts.address(code).partition("?")
    assert path == PATH
    return sealed


def test_a_script_is_served(scripts: Scripts) -> None:
    response = scripts.respond(scope(), query(scripts))
    assert bytes(response.body).decode() == "document.currentScript.run = (scope) => 'ě';\n"
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"


def test_the_address_does_not_show_the_code(scripts: Scripts) -> None:
    assert "secret" not in query(scripts, "secret()")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec_fetch_dest": "document"}, 403),
        ({"sec_fetch_dest": ""}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"method": "POST"}, 405),
    ],
)
def test_other_requests_are_refused(scripts: Scripts, headers: dict[str, str], status: int) -> None:
    with pytest.raises(HTTPException) as refusal:
        scripts.respond(scope(**headers), query(scripts))
    assert refusal.value.status_code == status


@pytest.mark.parametrize(
    "forged", ["", "alert(1)", "gAAAAA", Sealer([KEY]).seal("session", {"code": "x", "until": 9e9})]
)
def test_what_the_server_has_not_sealed_as_a_script_is_not_served(scripts: Scripts, forged: str) -> None:
    with pytest.raises(HTTPException) as refusal:
        scripts.respond(scope(), forged)
    assert refusal.value.status_code == 404


def test_a_script_of_another_key_is_not_served(scripts: Scripts, clock: Clock) -> None:
    stranger = Scripts(Sealer([Fernet.generate_key().decode()]), clock)
    with pytest.raises(HTTPException):
        scripts.respond(scope(), query(stranger))


def test_a_script_is_available_for_a_minute(scripts: Scripts, clock: Clock) -> None:
    sealed = query(scripts)
    clock.now += TTL_SECONDS
    assert scripts.respond(scope(), sealed).status_code == 200
    clock.now += 1
    with pytest.raises(HTTPException):
        scripts.respond(scope(), sealed)


def test_code_that_is_too_long_is_an_error(scripts: Scripts) -> None:
    scripts.address("f();" * 10_000)
    with pytest.raises(ValueError, match="of 13,889 characters is too long"):
        scripts.address(";".join(str(number) for number in range(3000)))
