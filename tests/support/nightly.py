"""Selects the tests and parameters that run only at night."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.support.languages import ENGLISH

ASKED_IN_CHROMIUM = tuple(
    f"tests/engines/test_{name}.py"
    for name in (
        "first_act",
        "fullpage",
        "gallery",
        "history",
        "language",
        "members",
        "offline",
    )
)
"""Modules that `make test` skips in Chromium, because `tests/e2e` has the same checks for Chromium."""
FIRST_MOVES = "tests/engines/test_first_moves.py"
DAILY_MOVES = ("wheel", "pointer")
"""Parameters of test_first_moves.py that `make test` uses in WebKit. In Chromium, `make test` uses all parameters."""
ONLY_IN_CHROMIUM = (
    "test_leaving_while_the_application_loads",
    "test_leaving_while_a_link_loads",
    "test_scrollbars_appear_without_full_pages",
)
"""The names of tests that `make test` skips in Firefox and WebKit, which run similar tests."""
DAILY_IN_FIREFOX = (
    *ASKED_IN_CHROMIUM,
    "tests/engines/test_updates.py",
    "tests/engines/test_fullpage_scrollbars.py",
    "tests/engines/test_leaving.py",
)
DAILY_IN_WEBKIT = (*DAILY_IN_FIREFOX, FIRST_MOVES, "tests/engines/test_selects.py")
"""Modules that `make test` runs in WebKit. The last two check for faults that WebKit had."""
WITHOUT_SQL = (
    "tests/desk/test_endpoints.py",
    "tests/desk/test_state.py",
    "tests/inquiries/test_booking_endpoint.py",
    "tests/inquiries/test_form_endpoint.py",
    "tests/inquiries/test_mail.py",
    "tests/inquiries/test_processes.py",
    "tests/inquiries/test_voucher_mails.py",
    "tests/inquiries/test_workshop_endpoint.py",
    "tests/vouchers/test_card_endpoint.py",
    "tests/vouchers/test_endpoint.py",
)
"""Modules that run with PostgreSQL only at night, because they hardly depend on SQL. Tests of locks and database
errors always run, because they are marked `daily`.
"""


def is_variation(item: pytest.Item) -> bool:
    """Whether this test runs only at night, because `make test` runs a similar test."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("daily"):
        return False
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    engine, module = parameters.get("engine_name"), item.nodeid
    if engine == "chromium":
        return module.startswith(ASKED_IN_CHROMIUM)
    if engine == "webkit":
        return not module.startswith(DAILY_IN_WEBKIT) or _is_rare_act(item)
    if engine == "firefox":
        return not module.startswith(DAILY_IN_FIREFOX) or _is_rare_act(item)
    if parameters.get("language") == ENGLISH and module.startswith("tests/e2e/") and "browser" in item.fixturenames:
        ids = item.name.partition("[")[2].rstrip("]").split("-")
        return ENGLISH.code in ids
    if parameters.get("database") == "postgresql":
        return module.startswith(WITHOUT_SQL)
    return False


def _is_rare_act(item: pytest.Function) -> bool:
    if item.nodeid.startswith(FIRST_MOVES):
        return item.callspec.params["name"] not in DAILY_MOVES
    return item.originalname in ONLY_IN_CHROMIUM


def mostly_nightly(names: Iterable[str], *daily: str) -> list[Any]:
    """Returns a pytest parameter for each name. `make test` uses only the names in `daily`."""
    return [pytest.param(name, marks=[] if name in daily else pytest.mark.nightly, id=name) for name in names]
