"""Public pages do not need Reflex's backend. Members' pages connect to the backend."""

import json

import pytest
from playwright.sync_api import expect

from app.http.websocket import MAX_MESSAGE_CHARS
from app.members.frames import CONNECT, DISCONNECT, EVENT, PONG
from app.members.state import MembersState
from app.seam.handlers import allowed_events
from tests.support.members_site import MembersSite
from tests.support.visitor import Visitor, follow

pytestmark = pytest.mark.mostly_nightly


POST_COUNT = 13


def open_complete_list(guest: Visitor, club: MembersSite) -> None:
    club.sign_in(guest, "proof")
    guest.page.get_by_role("button", name="Starší příspěvky").click()
    expect(guest.page.locator("#posts > li")).to_have_count(POST_COUNT)


@pytest.mark.main
def test_state_survives_public_pages(guest: Visitor, club: MembersSite) -> None:
    open_complete_list(guest, club)
    sockets = len(guest.sockets)
    follow(guest.page, "/patreon")
    follow(guest.page, "/about")
    follow(guest.page, "/patreon")
    follow(guest.page, "/patreon/private")
    expect(guest.page.locator("#posts > li")).to_have_count(POST_COUNT)
    follow(guest.page, "/about")
    guest.page.go_back()
    expect(guest.page.locator("#posts > li")).to_have_count(POST_COUNT)
    assert len(guest.sockets) == sockets
    assert guest.troubles == []


TRACKED = "?utm_source=letter&fbclid=" + "Iw" * 140


def test_the_server_accepts_what_pages_send(guest: Visitor, club: MembersSite) -> None:
    sent: list[str] = []
    guest.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    open_complete_list(guest, club)
    guest.opens(f"{club.url}/en/patreon/private/8006{TRACKED}")
    expect(guest.page.locator(".letter")).to_be_visible()
    guest.settle()
    assert guest.troubles == []
    events = [frame for frame in sent if frame.startswith(EVENT)]
    names = {json.loads(frame[len(EVENT) :])[1]["name"] for frame in events}
    own = MembersState.get_full_name()
    assert names <= set(allowed_events().payloads)
    assert {name for name in names if name.startswith(own)} == {f"{own}.ask", f"{own}.older"}
    assert set(sent) - set(events) <= {CONNECT, DISCONNECT, PONG}
    assert 4 * max(map(len, sent)) <= MAX_MESSAGE_CHARS
