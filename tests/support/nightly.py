"""Selects the tests and parameters that run only at night."""

import pytest

from tests.support.languages import ENGLISH

FIRST_MOVES = "tests/engines/test_first_moves.py"
DAILY_MOVES = ("wheel",)
"""Parameters of test_first_moves.py that `make test` uses."""
DAILY_IN_FIREFOX = (
    "tests/engines/test_first_act.py",
    "tests/engines/test_fullpage.py",
    "tests/engines/test_history.py",
)
"""Modules that `make test` runs in Firefox. At night, all modules run in all engines."""
DAILY_IN_WEBKIT = (
    *DAILY_IN_FIREFOX,
    FIRST_MOVES,
    "tests/engines/test_gallery.py",
    "tests/engines/test_notices.py",
    "tests/engines/test_offline.py",
    "tests/engines/test_selects.py",
)
"""Modules that `make test` runs in WebKit, but not in Chromium, because `tests/e2e` covers Chromium."""
WITHOUT_SQL = (
    "tests/desk/test_endpoints.py",
    "tests/desk/test_state.py",
    "tests/desk/test_view.py",
    "tests/inquiries/test_booking_endpoint.py",
    "tests/inquiries/test_bookings.py",
    "tests/inquiries/test_form_endpoint.py",
    "tests/inquiries/test_form_fields.py",
    "tests/inquiries/test_form_files.py",
    "tests/inquiries/test_form_limits.py",
    "tests/inquiries/test_form_repeats.py",
    "tests/inquiries/test_mail.py",
    "tests/inquiries/test_outbox.py",
    "tests/inquiries/test_processes.py",
    "tests/inquiries/test_service.py",
    "tests/inquiries/test_voucher_mails.py",
    "tests/inquiries/test_workshop_endpoint.py",
    "tests/members/test_creator.py",
    "tests/members/test_creator_storage.py",
    "tests/server/test_metrics.py",
    "tests/vouchers/test_card_endpoint.py",
    "tests/vouchers/test_checkout.py",
    "tests/vouchers/test_command.py",
    "tests/vouchers/test_endpoint.py",
    "tests/vouchers/test_orders.py",
)
"""Modules that run with PostgreSQL only at night, because they hardly depend on SQL. Their tests of locks and of
database errors are marked `daily` and always run.
"""


def is_nightly(item: pytest.Item) -> bool:
    """Whether a test runs only at night. A test's mark `main` overrides its module's mark `mostly_nightly`."""
    if item.get_closest_marker("alone"):
        return True
    if item.get_closest_marker("mostly_nightly") and not item.get_closest_marker("main"):
        return True
    return isinstance(item, pytest.Function) and not item.get_closest_marker("daily") and _is_variation(item)


def _is_variation(item: pytest.Function) -> bool:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    module = item.nodeid
    if engine := parameters.get("engine_name"):
        is_daily = module.startswith(DAILY_IN_FIREFOX if engine == "firefox" else DAILY_IN_WEBKIT)
        is_rare_move = module.startswith(FIRST_MOVES) and parameters["name"] not in DAILY_MOVES
        return is_daily is (engine == "chromium") or is_rare_move
    if parameters.get("language") == ENGLISH and module.startswith("tests/e2e/") and "browser" in item.fixturenames:
        ids = item.name.partition("[")[2].rstrip("]").split("-")
        return ENGLISH.code in ids
    if parameters.get("database") == "postgresql":
        return module.startswith(WITHOUT_SQL)
    return False
