"""The inquiry form sends each inquiry once and keeps what was typed."""

from tests.support.inquiry_page import run_page
from tests.support.javascript import Browser


def test_half_a_date_is_not_sent(javascript: Browser) -> None:
    found = run_page(
        javascript,
        """
        await visit("/en/inquiry");
        type(FILLED);
        element("by").validity.badInput = true;
        await submit();
        return [network.posted.length, element("by-problem").textContent, element("by").attributes];
        """,
    )
    assert found == [0, "Enter a date in the future, or leave the field empty.", {"aria-invalid": "true"}]
