"""Events on the staff page `/desk` change the right inquiries. Members' pages receive no updates from `/desk`."""

from dataclasses import replace
from typing import Any

import pytest
import reflex as rx
from redis.asyncio import Redis
from reflex.istate.manager import StateManagerRedis

from app.content.workshops import PLACES
from app.database.errors import StoreError
from app.desk.limits import SESSION_TTL_SECONDS
from app.desk.state import DeskState
from app.i18n import DEFAULT, Language
from app.inquiries import actions
from app.inquiries.limits import HOLD_SECONDS
from app.inquiries.search import PAGE_SIZE
from app.inquiries.store import CANCELLED, SENDER, QueuedMail
from app.members import state as members_state
from app.members.frames import CLOSE_POLICY_VIOLATION, PONG
from app.routes import ROUTES, Place, url_for
from tests.desk.conftest import Studio
from tests.support import redis
from tests.support.fake_club import PAVLA, FakeClub
from tests.support.guarded_reflex import ASK, HYDRATE, ON_LOAD, Client, GuardedReflex, assert_refused
from tests.support.inquiries import PDF, seats_left
from tests.support.inquiry_factory import FIRST, SECOND, add_inquiry, book
from tests.support.languages import CZECH, ENGLISH
from tests.support.voucher_orders import order_voucher
from tests.support.workshops import OWN

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("own_workshops")]

NAME = DeskState.get_full_name()
SECRET = "Tajemství zákazníka"
CHANGED = "Tahle poptávka se mezitím změnila, takže se nic neprovedlo. Tohle je její aktuální stav."


def router(inquiry: str = "", language: Language = DEFAULT) -> dict[str, Any]:
    if not inquiry:
        path = url_for("desk", language)
        return {"pathname": path, "query": {}, "asPath": path}
    pathname = Place(ROUTES["desk-inquiry"], language).path
    path = url_for("desk-inquiry", language, inquiryId=inquiry)
    return {"pathname": pathname, "query": {"inquiryId": inquiry}, "asPath": path}


class Tab:
    def __init__(self, client: Client, inquiry: str = "", language: Language = DEFAULT) -> None:
        self.client = client
        self.router = router(inquiry, language)

    @property
    def state(self) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for update in self.client.updates:
            merged |= update["delta"].get(NAME, {})
        return merged

    @property
    def view(self) -> dict[str, Any]:
        return self.state.get("view") or {}

    @property
    def focused(self) -> list[str]:
        """The elements that the server has focused, in order."""
        events = [event for update in self.client.updates for event in update["events"]]
        return [event["payload"]["ref"] for event in events if event["name"] == "_set_focus"]

    async def loads(self) -> "Tab":
        await self.sends(HYDRATE, raw=True)
        await self.sends(ON_LOAD, raw=True)
        await self.sends("show")
        return self

    async def sends(self, name: str, raw: bool = False, **payload: object) -> dict[str, Any]:
        known = len(self.client.updates)
        self.client.sends(name if raw else f"{NAME}.{name}", payload=payload, router=self.router)
        await self.client.until(lambda: any(update["final"] for update in self.client.updates[known:]))
        return self.view


async def opened(
    guarded: GuardedReflex, cookie: str, inquiry: str = "", language: Language = DEFAULT, address: str = "203.0.113.9"
) -> Tab:
    return await Tab(await guarded.joined(address, cookie), inquiry, language).loads()


async def test_a_stranger_gets_nothing(studio: Studio, guarded: GuardedReflex) -> None:
    booked = book(studio.store, 2, name=SECRET, message=SECRET)
    for inquiry in ("", booked):
        tab = await opened(guarded, "desk=made-up; session=made-up", inquiry)
        assert (tab.view["access"], tab.view["inquiry"]) == ("out", inquiry)
        for name, payload in {
            "choose_state": {"state": "all"},
            "choose_what": {"what": ""},
            "search": {"text": SECRET},
            "turn_to": {"page": 0},
            "ask": {"verb": "cancel", "workshop": ""},
            "keep": {},
            "mark": {"inquiry": booked, "answered": True},
            "cancel": {"inquiry": booked, "expected": FIRST},
            "move": {"inquiry": booked, "expected": FIRST, "workshop": SECOND},
            "send_again": {"inquiry": booked},
        }.items():
            await tab.sends(name, **payload)
        assert SECRET not in "".join(tab.client.received) and not tab.view.get("listed")
    stored = actions.read(studio.store, booked)
    assert stored and (stored.answered, stored.cancelled, stored.inquiry.workshop) == (None, None, FIRST)


async def test_the_list_is_filtered_and_searched(studio: Studio, guarded: GuardedReflex) -> None:
    booked, order = book(studio.store, 2, name="Jana"), add_inquiry(studio.store, name="Petr", message="Plakát")
    tab = await opened(guarded, await studio.cookie())
    assert {row["name"] for row in tab.view["listed"]["rows"]} == {"Jana", "Petr"}
    assert [row["name"] for row in (await tab.sends("choose_state", state="held"))["listed"]["rows"]] == ["Jana"]
    assert (await tab.sends("search", text="plakat"))["listed"]["rows"] == []
    await tab.sends("choose_state", state="nonsense")
    [row] = tab.view["listed"]["rows"]
    assert (row["name"], row["href"]) == ("Petr", f"/desk/inquiries/{order}")
    await tab.sends("search", text="")
    assert len((await tab.sends("choose_what", what="workshop"))["listed"]["rows"]) == 1
    taken = {seats["taken"].replace("\u00a0", " ") for seats in tab.view["listed"]["seats"]}
    assert "2 obsazená místa, z toho 2 držená" in taken
    assert booked[:8].upper() == tab.view["listed"]["rows"][0]["reference"]


async def test_a_page_beyond_the_end_is_the_last_one(studio: Studio, guarded: GuardedReflex) -> None:
    for _number in range(PAGE_SIZE + 1):
        add_inquiry(studio.store)
        studio.time.passes(60)
    tab = await opened(guarded, await studio.cookie())
    assert (tab.view["listed"]["has_older"], tab.view["listed"]["has_newer"]) == (True, False)
    for page in (99, 2**40, -5):
        await tab.sends("turn_to", page=page)
        assert tab.view["listed"]["page"] == (1 if page > 0 else 0)


async def test_the_list_stays_in_the_browser_while_an_inquiry_is_open(studio: Studio, guarded: GuardedReflex) -> None:
    booked = book(studio.store)
    tab = await opened(guarded, await studio.cookie())
    listed = tab.view["listed"]
    tab.router = router(booked)
    await tab.sends("show")
    assert tab.view["opened"] and tab.view["listed"] == listed
    await tab.sends("confirm", inquiry=booked)
    assert tab.view["listed"] == listed
    tab.router = router(booked, ENGLISH)
    await tab.sends("show")
    assert tab.view["opened"] and tab.view["listed"] is None, "a list in another language"


@pytest.mark.parametrize(("language", "state"), [(CZECH, "Držená, Nová"), (ENGLISH, "Held, New")])
async def test_an_inquiry_in_the_page_s_language(
    studio: Studio, guarded: GuardedReflex, language: Language, state: str
) -> None:
    booking = {"what": "workshop", "workshop": FIRST, "pieces": 2, "message": "Dva lidé.\nJana"}
    booked = add_inquiry(studio.store, PDF, **booking)
    view = (await opened(guarded, await studio.cookie(), booked, language)).view
    inquiry = view["opened"]
    assert (view["language"], inquiry["state"], inquiry["message"]) == (language.code, state, booking["message"])
    assert [file["href"] for file in inquiry["files"]] == [f"{language.prefix}/desk/files/{booked}/1"]
    assert FIRST not in [choice["id"] for choice in inquiry["dates"]]


async def test_a_booking_is_cancelled_after_a_question(studio: Studio, guarded: GuardedReflex) -> None:
    booked, cookie = book(studio.store, 4), await studio.cookie()
    tab = await opened(guarded, cookie, booked)
    await tab.sends("ask", verb="cancel", workshop="")
    assert tab.view["question"]["verb"] == "cancel" and seats_left(studio.store, FIRST) == 0
    await tab.sends("keep")
    assert (tab.view["question"], tab.view["returned"]) == (None, True)
    await tab.sends("cancel", inquiry=booked, expected=FIRST)
    assert tab.view["said"].startswith("Rezervace je zrušená") and not tab.view["opened"]["can_change"]
    assert seats_left(studio.store, FIRST) == 4 and tab.state["busy"] is False
    assert CANCELLED in {mail.kind for mail in actions.read(studio.store, booked).mails}  # pyright: ignore
    other = await opened(guarded, cookie, booked)
    await other.sends("cancel", inquiry=booked, expected=FIRST)
    assert other.view["said"] == "Tahle rezervace už je zrušená."


async def test_a_booking_is_moved_only_to_a_date_with_free_places(studio: Studio, guarded: GuardedReflex) -> None:
    booked = book(studio.store, 2)
    tab = await opened(guarded, await studio.cookie(), booked)
    assert SECOND in [choice["id"] for choice in tab.view["opened"]["dates"]]
    await tab.sends("ask", verb="move", workshop=SECOND)
    assert tab.view["question"]["workshop"] == SECOND
    book(studio.store, 3, SECOND)
    await tab.sends("move", inquiry=booked, expected=FIRST, workshop=SECOND)
    assert "už není dost volných míst" in tab.view["said"]
    assert SECOND not in [choice["id"] for choice in tab.view["opened"]["dates"]]
    other = tab.view["opened"]["dates"][0]["id"]
    await tab.sends("move", inquiry=booked, expected=FIRST, workshop=other)
    assert actions.read(studio.store, booked).inquiry.workshop == other  # pyright: ignore
    for verb, workshop in (("move", "2020-01-01"), ("burn", "")):
        await tab.sends("ask", verb=verb, workshop=workshop)
        assert tab.view["question"] is None


async def test_a_voucher_without_an_enquiry_is_marked_as_used(studio: Studio, guarded: GuardedReflex) -> None:
    order = order_voucher(studio.store)
    studio.desk.vouchers.mark_paid(order.number, mailed=False)
    actions.delete(studio.store, str(order.inquiry))
    tab = await opened(guarded, await studio.cookie())
    await tab.sends("search", text=str(order.number))
    [row] = tab.view["listed"]["vouchers"]
    await tab.sends("use", number=row["number"])
    assert tab.view["said"] == "Poukaz je označený jako uplatněný."
    assert tab.focused == ["ref_desk_said"], "the pressed button is gone"
    assert [(row["state"], row["use_question"]) for row in tab.view["listed"]["vouchers"]] == [("uplatněný", "")]


async def test_a_booking_that_the_customer_has_just_moved_is_not_changed(
    studio: Studio, guarded: GuardedReflex
) -> None:
    booked = book(studio.store, 2)
    tab = await opened(guarded, await studio.cookie(), booked)
    shown = tab.view["opened"]["workshop"]
    other = tab.view["opened"]["dates"][-1]["id"]
    actions.move_booking(studio.store, booked, SECOND, by="customer", mailed=False)
    await tab.sends("cancel", inquiry=booked, expected=shown)
    assert tab.view["said"].replace("\u00a0", " ") == CHANGED
    assert tab.view["opened"]["workshop"] == SECOND
    await tab.sends("move", inquiry=booked, expected=shown, workshop=other)
    stored = actions.read(studio.store, booked)
    assert stored and (stored.cancelled, stored.inquiry.workshop) == (None, SECOND)


async def test_a_held_booking_is_confirmed(studio: Studio, guarded: GuardedReflex) -> None:
    held = book(studio.store, 2)
    tab = await opened(guarded, await studio.cookie(), held)
    assert tab.view["opened"]["can_confirm"] and "Držená" in tab.view["opened"]["state"]
    assert "Držíme do" in [fact["name"] for fact in tab.view["opened"]["facts"]]
    await tab.sends("confirm", inquiry=held)
    assert tab.view["said"].startswith("Rezervace je potvrzená") and not tab.view["opened"]["can_confirm"]
    actions.cancel_booking(studio.store, held, mailed=False)
    await tab.sends("confirm", inquiry=held)
    assert tab.view["said"] == "Tahle rezervace už je zrušená."


async def test_an_inquiry_is_deleted_after_a_question(studio: Studio, guarded: GuardedReflex) -> None:
    id = add_inquiry(studio.store)
    tab = await opened(guarded, await studio.cookie(), id)
    tab.router["asPath"] += "?from=mail#files"
    await tab.sends("ask", verb="delete", workshop="")
    assert tab.view["question"]["verb"] == "delete" and actions.read(studio.store, id)
    assert tab.focused == [], "a button of the question gets the focus"
    await tab.sends("delete", inquiry=id)
    assert tab.focused == ["ref_desk_said"], "no button is left"
    assert tab.view["said"].replace("\u00a0", " ") == (
        "Smazáno: poptávka, 0 souborů, 2 neodeslané e-maily. "
        f"Teď smažte i její e-maily v naší schránce ({id[:8].upper()})."
    )
    assert tab.view["path"] == f"/desk/inquiries/{id}"
    assert tab.view["missing"] and tab.view["opened"] is None and actions.read(studio.store, id) is None


@pytest.mark.parametrize("name", ["confirm", "move", "cancel", "delete", "pay", "use"])
async def test_a_second_press_shows_the_first_result_again(studio: Studio, guarded: GuardedReflex, name: str) -> None:
    booked, order, cookie = book(studio.store), order_voucher(studio.store), await studio.cookie()
    if name == "use":
        studio.desk.vouchers.mark_paid(order.number, mailed=False)
    payload: dict[str, Any] = {"number": order.number} if name in ("pay", "use") else {"inquiry": booked}
    if name == "move":
        payload |= {"workshop": SECOND, "expected": FIRST}
    tab, other = [await opened(guarded, cookie, booked) for _number in range(2)]
    said = (await tab.sends(name, **payload))["said"]
    assert (await tab.sends(name, **payload))["said"] == said
    assert (await other.sends(name, **payload))["said"] != said, "the other tab has done nothing"


async def test_a_booking_that_the_customer_has_just_confirmed_is_not_deleted(
    studio: Studio, guarded: GuardedReflex
) -> None:
    id = book(studio.store, 2)
    studio.time.passes(HOLD_SECONDS + 1)
    tab = await opened(guarded, await studio.cookie(), id)
    assert "Propadlá" in tab.view["opened"]["state"]
    await tab.sends("ask", verb="delete", workshop="")
    shown = tab.view["opened"]["deletion_state"]
    actions.confirm_booking(studio.store, id, by="customer", mailed=True)
    await tab.sends("delete", inquiry=id, expected=shown)
    assert tab.view["said"].replace("\u00a0", " ") == CHANGED
    assert "Rezervace" in tab.view["opened"]["state"] and actions.read(studio.store, id)


async def test_a_question_is_about_the_present_state(studio: Studio, guarded: GuardedReflex) -> None:
    id = book(studio.store, 2)
    tab = await opened(guarded, await studio.cookie(), id)
    actions.cancel_booking(studio.store, id, by="customer", mailed=True)
    await tab.sends("ask", verb="cancel", workshop="")
    assert tab.view["question"] is None and not tab.view["opened"]["can_change"]
    assert tab.view["said"].replace("\u00a0", " ") == CHANGED
    await tab.sends("ask", verb="delete", workshop="")
    await tab.sends("delete", inquiry=id, expected=tab.view["opened"]["deletion_state"])
    assert tab.view["missing"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("full", "V tomto termínu už není dost volných míst. Nic se nezměnilo."),
        ("moved there", "Rezervace už v tomto termínu je."),
        ("called off", "Takový budoucí termín není."),
    ],
)
async def test_a_date_that_is_no_longer_offered_is_refused_with_the_reason(
    studio: Studio, guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch, change: str, said: str
) -> None:
    id = book(studio.store)
    tab = await opened(guarded, await studio.cookie(), id)
    if change == "full":
        book(studio.store, PLACES, SECOND)
    elif change == "moved there":
        actions.move_booking(studio.store, id, SECOND, by="customer", mailed=True)
    else:
        called_off = tuple(replace(each, places=0) if each.id == SECOND else each for each in OWN)
        monkeypatch.setattr("app.content.workshops.WORKSHOPS", called_off)
    await tab.sends("ask", verb="move", workshop=SECOND)
    assert tab.view["question"] is None and tab.view["opened"]["can_change"]
    assert tab.view["said"].replace("\u00a0", " ") == said
    assert tab.focused == ["ref_desk_said"]


async def test_answers_and_failed_mails(studio: Studio, guarded: GuardedReflex) -> None:
    id = add_inquiry(studio.store)
    studio.store.mark_failed(QueuedMail(id, SENDER, 0), "RCPT: 550 No such user", is_permanent=True)
    tab = await opened(guarded, await studio.cookie(), id)
    assert tab.view["opened"]["has_failed_mail"]
    assert (await tab.sends("mark", inquiry=id, answered=True))["opened"]["is_answered"]
    assert not (await tab.sends("mark", inquiry=id, answered=False))["opened"]["is_answered"]
    assert (await tab.sends("send_again", inquiry=id))["said"] == "2\N{NO-BREAK SPACE}e-maily jsou na cestě."


async def test_buttons_work_again_after_the_end_of_an_action_was_lost(studio: Studio, guarded: GuardedReflex) -> None:
    id = add_inquiry(studio.store)
    tab = await opened(guarded, await studio.cookie(), id)
    await tab.sends("mark", inquiry=id, answered=True)
    tab.client.received.clear()  # simulates lost updates after `busy: true`
    await tab.sends(HYDRATE, raw=True, resuming=True)
    assert tab.state == {}
    await tab.sends(ON_LOAD, raw=True)
    await tab.sends("show")
    assert tab.state["busy"] is False and tab.view["opened"]["is_answered"]


@pytest.mark.daily
async def test_a_database_that_fails_shows_nothing_and_recovers(
    studio: Studio, guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch
) -> None:
    booked = book(studio.store, 2, name=SECRET)
    cookie = await studio.cookie()
    tab = await opened(guarded, cookie, booked)
    with monkeypatch.context() as broken:
        broken.setattr(studio.desk.store.database, "prepare", fail)
        tab.client.says(PONG)
        await tab.sends("cancel", inquiry=booked, expected=FIRST)
        assert tab.view["access"] == "down" and not tab.view["opened"]
        other = guarded.client(cookie=cookie).opens(guarded.guard)
        await assert_refused(other)
    assert seats_left(studio.store, FIRST) == 2
    await tab.sends("show")
    assert tab.view["opened"]["name"] == SECRET


def fail() -> None:
    raise StoreError("database is locked")


async def test_an_ended_session_sees_nothing_more(studio: Studio, guarded: GuardedReflex) -> None:
    add_inquiry(studio.store, name=SECRET)
    cookie = await studio.cookie()
    tab, other = await opened(guarded, cookie), await opened(guarded, cookie)
    await studio.desk.sign_out(cookie)
    before = len(tab.client.received)
    await tab.sends("search", text="")
    assert tab.view["access"] == "out" and SECRET not in "".join(tab.client.received[before:])
    other.client.says(PONG)
    await other.client.ends()
    assert other.client.code == CLOSE_POLICY_VIOLATION


async def test_an_expired_session_closes_the_socket(studio: Studio, guarded: GuardedReflex) -> None:
    tab = await opened(guarded, await studio.cookie())
    tab.client.says(PONG)
    await tab.sends("show")
    studio.time.passes(SESSION_TTL_SECONDS + 1)
    tab.client.says(PONG)
    await tab.client.ends()
    assert tab.client.code == CLOSE_POLICY_VIOLATION


async def test_redis_stores_nothing_of_an_inquiry(studio: Studio, guarded: GuardedReflex) -> None:
    booked = book(studio.store, 2, name=SECRET)
    with redis.running() as server:
        async with Redis.from_url(server.url) as client:
            guarded.app._state_manager = StateManagerRedis(state=rx.State, redis=client)
            tab = await opened(guarded, await studio.cookie(), booked)
            await tab.sends("ask", verb="cancel", workshop="")
            await tab.sends("keep")
            view = tab.view
            assert (view["opened"]["name"], view["question"], view["returned"]) == (SECRET, None, True)
            stored = {key.decode(): await client.get(key) for key in await client.keys()}
            assert f"{tab.client.token}_{NAME}" in stored
            assert not [key for key, value in stored.items() if SECRET.encode() in value]


async def test_a_member_s_session_does_not_keep_the_socket_open(
    studio: Studio, guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie, club = await studio.cookie(), FakeClub()
    club.sessions[cookie] = PAVLA
    monkeypatch.setattr(members_state, "club", lambda: club)
    tab = await opened(guarded, cookie)
    studio.time.passes(SESSION_TTL_SECONDS + 1)
    other = await guarded.joined(cookie=cookie)
    other.token = tab.client.token
    other.sends()
    await other.until(lambda: other.updates)
    tab.client.says(PONG)
    await tab.client.ends()
    assert tab.client.code == CLOSE_POLICY_VIOLATION


async def test_a_reloaded_tab_of_another_session_starts_empty(studio: Studio, guarded: GuardedReflex) -> None:
    add_inquiry(studio.store, name=SECRET)
    cookie = await studio.cookie()
    tab = await opened(guarded, cookie)
    token = tab.client.token
    tab.client.leaves()
    await tab.client.ends()
    stranger = await guarded.joined()
    stranger.token = token
    again = Tab(stranger)
    await again.loads()
    assert again.view["access"] == "out" and SECRET not in "".join(stranger.received)


async def test_members_pages_get_no_update_of_the_desk(studio: Studio, guarded: GuardedReflex) -> None:
    visitor = await guarded.joined()
    visitor.sends(HYDRATE)
    await visitor.until(lambda: visitor.updates)
    assert visitor.updates[0]["delta"][NAME] == {"busy": False, "view": None}
    visitor.sends(ASK)
    await visitor.until(lambda: len(visitor.updates) > 1)
    assert all(NAME not in update["delta"] for update in visitor.updates[1:])
