"""Chooses the variations of tests that run every night only."""

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
"""Modules whose checks `tests/e2e` has for Chromium."""
DAILY_IN_FIREFOX = (*ASKED_IN_CHROMIUM, "tests/engines/test_leaving.py")
"""Modules that `make test` runs in each engine."""
FIRST_MOVES = "tests/engines/test_first_moves.py"
DAILY_ACTS = ("wheel", "space", "end", "slide", "pointer")
"""Acts that `make test` tries in WebKit. In Chromium, it tries all acts."""
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
"""Modules that test code above the stores."""
BILINGUAL = "memo"
OF_DATABASE = ("simultaneous", "last_seat", "database", "in_two_processes", "flood", "what_fails")
"""Parts of the names of tests that cover the database's locks and errors."""


def is_variation(item: pytest.Item) -> bool:
    """Whether another variation of this test runs in `make test`."""
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
    """Returns parameters of a test. All tests except the `daily` ones run only at night."""
    return [pytest.param(name, marks=[] if name in daily else pytest.mark.nightly, id=name) for name in names]
