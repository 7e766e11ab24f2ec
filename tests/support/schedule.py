"""Distributes the tests among several pytest processes."""

import pytest
from xdist.scheduler import LoadScopeScheduling

VARIANT, CLUB, SENTRY = "the other build", "the site where people sign in", "the site that reports to Sentry"
INQUIRIES = "the site that receives inquiries"
STATE = "the build with pages that use state"
PAGES = "the pages rendered without a build, which `site_texts.py` caches"
ENGINES = "the engines, which take seconds to start"
GROUPS = {
    "tests/builder/test_variant.py": VARIANT,
    "tests/e2e/test_messages.py": VARIANT,
    "tests/e2e/test_backend.py": CLUB,
    "tests/e2e/test_desk.py": CLUB,
    "tests/e2e/test_members.py": CLUB,
    "tests/e2e/test_members_posts.py": CLUB,
    "tests/e2e/test_members_leaving.py": CLUB,
    "tests/e2e/test_members_failures.py": CLUB,
    "tests/e2e/test_members_outsiders.py": CLUB,
    "tests/e2e/test_members_troubles.py": CLUB,
    "tests/e2e/test_sign_out.py": CLUB,
    "tests/e2e/test_booking.py": INQUIRIES,
    "tests/e2e/test_changed_documents.py": INQUIRIES,
    "tests/e2e/test_customers.py": INQUIRIES,
    "tests/e2e/test_inquiry": INQUIRIES,
    "tests/e2e/test_voucher_pages.py": INQUIRIES,
    "tests/e2e/test_state.py": STATE,
    "tests/e2e/test_event_forms.py": STATE,
    "tests/e2e/test_tutorial.py": STATE,
    "tests/e2e/test_sentry": SENTRY,
    "tests/builder/test_fonts.py": PAGES,
    "tests/builder/test_share.py": PAGES,
    "tests/content/test_documents.py": PAGES,
    "tests/pages/test_pages.py": PAGES,
    "tests/structured_data": PAGES,
    "tests/engines/test_state.py": STATE,
    "tests/engines": ENGINES,
}
EVERY_PAGE = "tests/engines/test_every_page.py"
"""A module whose tests run in several processes, because each test takes minutes."""
FIRST = (
    "tests/builder/test_variant.py",
    "tests/e2e/test_pages.py",
    "tests/e2e/test_state.py",
    "tests/engines",
    "tests/e2e/test_static_host.py",
    *GROUPS,
    "tests/e2e/test_broken_browsers.py",
    "tests/e2e/test_development.py",
    "tests/e2e/test_offline",
    "tests/i18n/test_third_language.py",
    "tests/tools/test_lint.py",
    "tests/e2e",
    "tests/pwa/seam/test_next_build.py",
    "tests/server",
    "tests/members",
    "tests/inquiries",
    "tests/database",
    "tests/builder",
    "tests/tools",
)
"""The slowest test modules and folders, which start first."""


def rank(item: pytest.Item) -> int:
    module = _module(item.nodeid)
    return next((place for place, start in enumerate(FIRST) if module.startswith(start)), len(FIRST))


class Grouped(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        module = _module(nodeid)
        if module == EVERY_PAGE:
            return nodeid
        return next((group for start, group in GROUPS.items() if module.startswith(start)), module)


def _module(nodeid: str) -> str:
    return nodeid.partition("::")[0]
