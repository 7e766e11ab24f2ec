"""Servers that share a database never sell a seat twice. Each inquiry is stored and emailed once."""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from uuid import uuid4

import pytest

from app.content.workshops import PLACES
from app.database.database import Database
from tests.support.databases import execute
from tests.support.inquiries import seats_left, until
from tests.support.machines import Customer, Machines, copies, running_machines
from tests.support.workshops import LISTED, needs_dates

pytestmark = pytest.mark.alone
CUSTOMERS = 100
INQUIRIES = 500
THREADS = 20


@pytest.fixture
def machines(built: None, postgresql_database: Database, tmp_path: Path) -> Iterator[Machines]:
    with running_machines(postgresql_database, tmp_path) as running:
        yield running


def race_for_places(machines: Machines) -> Counter[int]:
    """Returns the number of responses per HTTP status."""
    workshop = LISTED[0]

    def book(number: int) -> int:
        return Customer(number).send(machines.url, what="workshop", workshop=workshop.id, pieces="1").status_code

    with ThreadPoolExecutor(THREADS) as pool:
        answers = Counter(pool.map(book, range(CUSTOMERS)))
    assert seats_left(machines.store, workshop.id) == 0
    return answers


def kill_during_inquiries(machines: Machines) -> Counter[int]:
    """Kills a server that is receiving inquiries. Returns how many emails arrived once, twice, and so on."""
    victim, moment, is_due = random.choice(machines.servers), random.randrange(INQUIRIES), Event()

    def send(number: int) -> str:
        answer = Customer(number).send(machines.url)
        assert answer.status_code == 201, answer.text
        if number == moment:
            is_due.set()
        return answer.json()["id"]

    with ThreadPoolExecutor(THREADS) as pool:
        confirmed = [pool.submit(send, number) for number in range(INQUIRIES)]
        is_due.wait(300)
        victim.kill()
        ids = {each.result() for each in confirmed}
    assert {stored.inquiry.id for stored in machines.store.all()} == ids and len(ids) == INQUIRIES
    lift_mail_limit(machines.store.database)
    until(lambda: machines.store.mail_state().waiting == 0, "the mails", 300)
    found = copies(machines.mailbox)
    assert len(found) == 2 * INQUIRIES
    return Counter(found.values())


def lift_mail_limit(database: Database) -> None:
    """Makes all new emails due now, because `MAIL_LIMIT` would spread 500 inquiries over 40 minutes."""
    execute(database, "UPDATE mails SET due = 0 WHERE due IS NOT NULL AND tries = 0")


def repeat_forms(machines: Machines) -> None:
    """Sends each form to both machines. Each form becomes one inquiry with two mails."""
    ids = [str(uuid4()) for _ in range(10)]
    attempts = [(number, id, server.url) for number, id in enumerate(ids) for server in machines.servers]

    def send(attempt: tuple[int, str, str]) -> int:
        number, id, url = attempt
        return Customer(number).send(url, id=id).status_code

    with ThreadPoolExecutor(THREADS) as pool:
        assert {*pool.map(send, attempts)} == {201}
    assert sorted(stored.inquiry.id for stored in machines.store.all()) == sorted(ids)
    until(lambda: machines.store.mail_state().waiting == 0, "the mails", 60)
    assert [*copies(machines.mailbox).values()] == [1] * 20


@needs_dates
def test_forms_are_stored_and_places_sold_once(machines: Machines) -> None:
    repeat_forms(machines)
    assert race_for_places(machines) == {201: PLACES, 409: CUSTOMERS - PLACES}


def test_a_killed_machine_loses_nothing(machines: Machines) -> None:
    times = kill_during_inquiries(machines)
    assert times[1] >= 2 * INQUIRIES - 1 and times.keys() <= {1, 2}
