"""Chooses the variations of tests that run every night only.

`make test` runs the variation that is most likely to fail: Czech, WebKit, SQLite at endpoints.
"""

import pytest

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
"""Modules with the same checks as `tests/e2e`, which run in Chromium."""
DAILY_IN_FIREFOX = tuple(f"tests/engines/test_{name}.py" for name in ("fullpage", "inquiry", "offline", "leaving"))
"""Modules about scrolling, uploads, workers and cancelled requests, which Firefox does in its own way."""
WITHOUT_SQL = (
    "tests/desk/test_endpoints.py",
    "tests/desk/test_state.py",
    "tests/inquiries/test_booking_endpoint.py",
    "tests/inquiries/test_form_endpoint.py",
    "tests/inquiries/test_mail.py",
    "tests/inquiries/test_voucher_mails.py",
    "tests/inquiries/test_workshop_endpoint.py",
    "tests/vouchers/test_card_endpoint.py",
    "tests/vouchers/test_endpoint.py",
)
"""Modules that test code above the stores. The stores' own tests always run with both databases."""
OF_DATABASE = ("simultaneous", "last_seat", "database", "two_processes", "flood", "what_fails")
"""Parts of names of tests that depend on locks and errors of the database."""


def is_variation(item: pytest.Item) -> bool:
    """Whether another variation of this test runs in `make test`."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    engine, module = parameters.get("engine_name"), item.nodeid
    if engine == "chromium":
        return module.startswith(ASKED_IN_CHROMIUM)
    if engine == "firefox":
        return not module.startswith(DAILY_IN_FIREFOX)
    if parameters.get("database") == "postgresql":
        return module.startswith(WITHOUT_SQL) and not any(part in item.name for part in OF_DATABASE)
    return False
