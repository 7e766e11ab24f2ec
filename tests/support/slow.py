"""Selects the slow tests, which `make test-fast` skips. A complete run spends most of its time on these tests."""

import pytest

SLOW = (
    "tests/builder/test_page_cache.py",
    "tests/builder/test_pictures.py",
    "tests/extras/test_inquiry_contents.py::test_what_was_typed_last_is_shown_and_sent",
    "tests/extras/test_inquiry_queue.py::test_no_inquiry_is_lost_or_unreported",
    "tests/http/test_web_worker.py",
    "tests/inquiries/test_outbox.py",
    "tests/pwa/seam/test_backend.py",
    "tests/server/test_compose.py::test_no_request_breaks_the_server",
    "tests/server/test_limits.py",
    "tests/server/test_members_process.py",
    "tests/server/test_stop.py",
    "tests/server/test_watchdog.py",
    "tests/test_deploy.py",
    "tests/test_suite.py",
    "tests/tools/test_components.py::test_only_pictures_of_components_are_taken",
    "tests/tools/test_components.py::test_the_reference_is_current",
    "tests/tools/test_deploy.py",
    "tests/tools/test_fuzz.py",
    "tests/tools/test_wrong_settings.py",
)


def is_slow(item: pytest.Item) -> bool:
    """Whether a test is in `SLOW` or needs PostgreSQL, which starts slowly."""
    if not isinstance(item, pytest.Function):
        return False
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return (
        item.nodeid.startswith(SLOW)
        or "postgresql" in parameters
        or any(name.startswith("postgresql") for name in item.fixturenames)
    )
