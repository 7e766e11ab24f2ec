"""Selects the variations of tests that run only at night."""

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
        "inquiry",
        "language",
        "members",
        "offline",
        "updates",
    )
)
"""Modules that run in Chromium only at night, because `tests/e2e` makes the same checks in Chromium."""
DAILY_IN_FIREFOX = (*ASKED_IN_CHROMIUM, "tests/engines/test_leaving.py")
"""Modules that `make test` runs in Firefox."""
FIRST_MOVES = "tests/engines/test_first_moves.py"
DAILY_ACTS = ("wheel", "space", "end", "slide", "pointer")
"""Inputs that `make test` tries in WebKit. In Chromium, it tries all inputs."""
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
"""Modules that run with PostgreSQL only at night, because they test code without SQL."""
BILINGUAL = "memo"
OF_DATABASE = ("simultaneous", "last_seat", "database", "in_two_processes", "flood", "what_fails")
"""Parts of the names of tests that always run with PostgreSQL, because they test the database's locks or errors."""


def is_variation(item: pytest.Item) -> bool:
    """Whether `make test` skips this test, because it runs another variation of the same test."""
    if not isinstance(item, pytest.Function):
        return False
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    engine, module = parameters.get("engine_name"), item.nodeid
    if engine == "chromium":
        return module.startswith(ASKED_IN_CHROMIUM)
    if engine == "webkit":
        return module.startswith(FIRST_MOVES) and parameters["name"] not in DAILY_ACTS
    if engine == "firefox":
        return not module.startswith(DAILY_IN_FIREFOX)
    if parameters.get("language") == ENGLISH and module.startswith("tests/e2e/") and "browser" in item.fixturenames:
        ids = item.name.partition("[")[2].rstrip("]").split("-")
        return ENGLISH.code in ids and BILINGUAL not in ids
    if parameters.get("database") == "postgresql":
        return module.startswith(WITHOUT_SQL) and not any(part in item.name for part in OF_DATABASE)
    return False


def mostly_nightly(names: Iterable[str], *daily: str) -> list[Any]:
    """Returns parameters for a test, of which only `daily` run in `make test`."""
    return [pytest.param(name, marks=[] if name in daily else pytest.mark.nightly, id=name) for name in names]
