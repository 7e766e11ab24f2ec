import subprocess
import sys

import pytest

from app.folders import ROOT

PROGRAM = """
import sys
from dataclasses import replace

import pytest

from app.content import workshops

dates = dict(zip(sys.argv[1].split(), (4, 0, 4, 4)))
workshops.WORKSHOPS = tuple(replace(workshops.deleted(date, "en"), places=places) for date, places in dates.items())
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not needs_build and not nightly", *sys.argv[2:]]))
"""
MODULES = (
    *("content", "structured_data", "pages", "mails", "extras/test_inquiry_check.py", "builder/test_publish.py"),
    *("inquiries/test_booking_page.py", "inquiries/test_customer_mails.py", "desk/test_view.py", "test_routes.py"),
)
EDITS = {
    "no workshops": "",
    "past workshops": "2026-01-10 2026-01-24",
    "a workshop that was called off": "2098-01-04 2098-01-11 2098-01-18 2098-01-25",
}


@pytest.mark.nightly
@pytest.mark.parametrize("dates", EDITS.values(), ids=EDITS)
def test_tests_do_not_depend_on_the_dates_of_workshops(dates: str) -> None:
    command = [sys.executable, "-c", PROGRAM, dates, *(f"tests/{module}" for module in MODULES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
