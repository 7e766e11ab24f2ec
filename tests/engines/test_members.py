import pytest

from tests.support.engines.engine import Engine, Tab
from tests.support.engines.steps import at
from tests.support.members_site import LIST, OPEN, SECRET, MembersSite, post

pytestmark = pytest.mark.nightly  # `make test` runs tests/e2e/test_members_leaving.py instead

NAME = "Edvard"
TEXT = "document.body.textContent"


def access(is_now: str) -> str:
    return f"document.querySelector('#members')?.dataset.access === '{is_now}'"


def sign_in(tab: Tab, club: MembersSite) -> None:
    tab.visit(club.url + LIST)
    tab.click("#members a[href*='/patreon/login?next=']")
    tab.click("#edition")
    tab.until(f"{at(LIST)} && {access('in')}")


def test_signing_out_in_one_tab_locks_the_other(each_engine: Engine, club: MembersSite) -> None:
    with each_engine.visitor() as open_tab:
        tab = open_tab()
        sign_in(tab, club)
        tab.until(f"{TEXT}.includes('{NAME}')")
        other = open_tab()  # open this tab late, because Firefox slows down background tabs
        other.visit(club.url + post(OPEN))
        other.until(f"document.querySelector('.letter')?.textContent.includes('{SECRET}')")
        tab.click("form[action$='/patreon/logout'] button:not([formaction])")
        other.until(access("out"))
        assert not other.holds(f"{TEXT}.includes('{SECRET}') || {TEXT}.includes('{NAME}')")
        tab.until(at("/patreon"))
        other.close()
        tab.back()
        tab.until(access("out"))
        assert not tab.holds(f"{TEXT}.includes('{NAME}')")
