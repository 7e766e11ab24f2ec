"""Keeping: all of an inquiry or nothing, once, and never more than there is room for."""

import errno
import os
import sqlite3
import stat
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.inquiries import quotas
from app.inquiries.database import StoreError, opened
from app.inquiries.limits import (
    CONFIRMATION_LIMIT,
    PLACES_LIMIT_SECONDS,
    SENDER_LIMITS,
    SENDER_RETENTION_SECONDS,
    Limit,
    TooManyError,
    TooManyPlacesError,
)
from app.inquiries.model import Inquiry
from app.inquiries.store import SENDER, STUDIO, FullError, IdUsedError, Store
from tests.support.inquiries import PDF
from tests.support.inquiry_factory import make_inquiry, make_upload

DAY = 86_400


def keep(store: Store, asked: Inquiry, address: str = "", *files: bytes, mailed: bool = False) -> bool:
    return store.keep(asked, [make_upload(content) for content in files], [address or asked.id], mailed=mailed)


def claimed(store: Store, pauses: Sequence[float] = (60,)) -> list[tuple[str, str]]:
    """Claims all mails that are due."""
    return [(mail.inquiry, mail.recipient) for mail in iter(lambda: store.claim(pauses), None)]


def files_of(store: Store) -> list[Path]:
    return [*store.folder.iterdir()] if store.folder.exists() else []


def test_a_stored_inquiry_is_found_again(store: Store) -> None:
    asked = make_inquiry(message="Ahoj\nsvěte", by=None)
    assert keep(store, asked, "", PDF, b"%PDF-2", mailed=True)
    [kept] = store.all()
    assert kept.inquiry == asked == (store.find(asked.reference) or kept).inquiry
    assert [file.path.read_bytes() for file in kept.files] == [PDF, b"%PDF-2"]
    assert claimed(store) == [(asked.id, STUDIO), (asked.id, SENDER)]
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (store.file, kept.files[0].path)}
    assert modes == {0o600}


def test_a_repeated_inquiry_is_stored_once(store: Store) -> None:
    asked = make_inquiry()
    assert keep(store, asked, "", PDF, mailed=True)
    assert not keep(store, asked, "", PDF, mailed=True)
    assert len(store.all()) == 1 and len(files_of(store)) == 1 and len(claimed(store)) == 2


def test_other_contents_under_the_same_id_are_rejected(store: Store) -> None:
    asked = make_inquiry()
    assert keep(store, asked, "", PDF)
    assert not keep(store, replace(asked, language="en"), "", PDF), "the same form in another language"
    for changed, files in (
        (replace(asked, message="x"), [PDF]),
        (replace(asked, email="eva@example.com"), [PDF]),
        (asked, []),
        (asked, [PDF, PDF]),
        (asked, [PDF[:-1] + b"!"]),
    ):
        with pytest.raises(IdUsedError):
            keep(store, changed, "", *files)
    assert [kept.inquiry for kept in store.all()] == [asked] and len(files_of(store)) == 1


def test_a_derived_id_depends_on_the_database(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "other.db")
    assert store.derive_id(b"a") == store.derive_id(b"a") != store.derive_id(b"b")
    assert store.derive_id(b"a") != other.derive_id(b"a")


def test_simultaneous_repeats_are_stored_once(store: Store) -> None:
    asked = make_inquiry()
    with ThreadPoolExecutor(8) as pool:
        new = [*pool.map(lambda _: keep(store, asked, "", PDF), range(8))]
    assert sorted(new) == [False] * 7 + [True]
    assert len(store.all()) == 1 and len(files_of(store)) == 1


def test_the_last_seat_goes_to_one_sender(tmp_path: Path) -> None:
    places = {"june": 3}
    desks = [Store(tmp_path / "inquiries.db", places.get) for _ in range(4)]
    keep(desks[0], make_inquiry(what="workshop", workshop="june", pieces=2))

    def book(desk: Store) -> bool:
        try:
            return keep(desk, make_inquiry(what="workshop", workshop="june", pieces=None))
        except FullError:
            return False

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(book, desks)) == 1
    assert desks[0].places_left("june") == 0 and desks[0].places_left("july") is None
    with pytest.raises(FullError):
        keep(desks[0], make_inquiry(what="workshop", workshop="july"))


STEPS = ("2001:db8::/64", "2001:db8::/56", "2001:db8::/48")


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_inquiries_of_a_sender_are_limited(tmp_path: Path, step: int) -> None:
    """A sender with many networks of a step is limited by the next one."""
    now = [1_000_000.0]
    store = Store(tmp_path / "inquiries.db", clock=lambda: now[0])
    limit = SENDER_LIMITS[step]

    def one(*files: bytes) -> bool:
        networks = [*(str(make_inquiry().id) for _ in STEPS[:step]), *STEPS[step:]]
        return store.keep(make_inquiry(), [make_upload(content) for content in files], networks, mailed=False)

    most = min(each.count for each in SENDER_LIMITS[step:])
    for _ in range(most):
        one()
    now[0] += 60
    with pytest.raises(TooManyError) as error:
        one(PDF)
    assert error.value.seconds == limit.seconds - 60
    assert len(files_of(store)) == 0
    keep(store, make_inquiry(), "192.0.2.2")
    with pytest.raises(TooManyError):
        store.check_limits(STEPS)
    now[0] += error.value.seconds + 1
    one()


def test_a_household_is_limited_and_its_neighbour_is_not(store: Store) -> None:
    sent = 0
    for number in range(30):
        for _ in range(10):
            try:
                store.keep(make_inquiry(), [], [f"2001:db8:0:{number:x}::/64", *STEPS[1:]], mailed=False)
                sent += 1
            except TooManyError:
                pass
    assert sent == SENDER_LIMITS[1].count
    assert store.keep(make_inquiry(), [], ["2001:db8:0:ff00::/64", "2001:db8:0:ff00::/56", STEPS[2]], mailed=False)


def test_forms_in_a_victims_name_do_not_lock_the_victim_out(tmp_path: Path) -> None:
    """Inquiries are stored; only the confirmations to one mailbox are limited, however it is spelled."""
    now = [1_000_000.0]
    store = Store(tmp_path / "inquiries.db", clock=lambda: now[0])
    for number in range(CONFIRMATION_LIMIT.count + 3):
        keep(store, make_inquiry(email=f"jana+{number}@example.com"), mailed=True)
    mine = make_inquiry(email="Jana@example.com")
    keep(store, mine, mailed=True)
    mails = claimed(store)
    assert [recipient for _, recipient in mails].count(SENDER) == CONFIRMATION_LIMIT.count
    assert (mine.id, STUDIO) in mails and (mine.id, SENDER) not in mails
    now[0] += CONFIRMATION_LIMIT.seconds + 1
    again = make_inquiry(email="jana@example.com")
    keep(store, again, mailed=True)
    assert (again.id, SENDER) in claimed(store)


def test_the_overall_limit_only_delays_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAIL_LIMIT", Limit(3, 300))
    now = [1_000_000.0]
    store = Store(tmp_path / "inquiries.db", clock=lambda: now[0])
    for _ in range(5):
        keep(store, make_inquiry(), mailed=True)
    at_once = len(claimed(store, (9999,)))
    now[0] += 100
    later = len(claimed(store, (9999,)))
    now[0] += 100
    assert (at_once, later, len(claimed(store, (9999,)))) == (6, 2, 2)


def test_a_sender_books_at_most_the_seats_of_one_date(tmp_path: Path) -> None:
    now = [1_000_000.0]
    store = Store(tmp_path / "inquiries.db", {"june": 4, "july": 4, "august": 4}.get, lambda: now[0])
    booking = {"what": "workshop", "pieces": 2}
    for workshop in ("june", "july"):
        keep(store, make_inquiry(workshop=workshop, **booking), "192.0.2.1")
    with pytest.raises(TooManyPlacesError):
        keep(store, make_inquiry(workshop="august", **booking), "192.0.2.1")
    assert keep(store, make_inquiry(workshop="august", **booking), "192.0.2.2")
    for number in range(2):
        keep(
            store,
            make_inquiry(workshop="june" if number else "july", pieces=2, what="workshop", email="a@b.cz"),
            f"{number}",
        )
    with pytest.raises(TooManyPlacesError):
        keep(store, make_inquiry(workshop="august", pieces=1, what="workshop", email="A+x@b.cz"), "192.0.2.9")
    now[0] += PLACES_LIMIT_SECONDS + 1
    assert keep(store, make_inquiry(workshop="august", **booking), "192.0.2.1")


def test_a_mail_is_claimed_once_until_its_pause_is_over(tmp_path: Path) -> None:
    now = [1_000_000.0]
    store = Store(tmp_path / "inquiries.db", clock=lambda: now[0])
    keep(store, make_inquiry(), mailed=True)
    for pause in (5, 30, 30):
        assert len(claimed(store, (5, 30))) == 2
        now[0] += pause - 1
        assert claimed(store, (5, 30)) == []
        now[0] += 1


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "mkdir"])
def test_a_full_disk_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    keep(store, make_inquiry())
    monkeypatch.setattr(os, call, full)
    with pytest.raises(StoreError, match="No space left"):
        keep(store, make_inquiry(), "", PDF)
    monkeypatch.undo()
    assert len(store.all()) == 1 and files_of(store) == []


def test_a_full_database_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, make_inquiry())
    connect = sqlite3.connect

    def small(*given: object, **named: object) -> sqlite3.Connection:
        connection = connect(*given, **named)  # pyright: ignore[reportCallIssue, reportArgumentType]
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreError, match="full"):
        keep(store, make_inquiry(message="x" * 5000), "", PDF)
    monkeypatch.undo()
    assert len(store.all()) == 1 and files_of(store) == []
    assert keep(store, make_inquiry(), "", PDF)


def test_a_locked_database_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, make_inquiry())
    monkeypatch.setattr("app.inquiries.database.BUSY_TIMEOUT_SECONDS", 0.05)
    other = sqlite3.connect(store.file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked"):
        keep(store, make_inquiry(), "", PDF)
    other.execute("ROLLBACK")
    other.close()
    assert len(store.all()) == 1 and files_of(store) == []


def test_old_inquiries_are_deleted_with_their_files(tmp_path: Path) -> None:
    now = [float(DAY * 1000)]
    store = Store(tmp_path / "inquiries.db", clock=lambda: now[0])
    keep(store, make_inquiry(), "", PDF, mailed=True)
    now[0] += 366 * DAY
    young = make_inquiry()
    keep(store, young, "", PDF)
    orphan = store.folder / "left-by-a-crash"
    orphan.mkdir()
    for path in files_of(store):
        os.utime(path, (0, 0))
    assert store.sweep(365) == 1
    [kept] = store.all()
    assert kept.inquiry == young and kept.files[0].path.exists()
    assert len(files_of(store)) == 1 and claimed(store) == []


def test_senders_are_stored_as_hashes_and_deleted(tmp_path: Path) -> None:
    now = [1_000_000.0]
    store = Store(tmp_path / "inquiries.db", clock=lambda: now[0])
    keep(store, make_inquiry(), "198.51.100.7")
    assert b"198.51.100.7" not in store.file.read_bytes()
    now[0] += SENDER_RETENTION_SECONDS + 1
    store.sweep(365)
    with opened(store.file) as connection:
        assert connection.execute("SELECT count(*) FROM senders").fetchone() == (0,)


def test_an_ambiguous_id_finds_nothing(store: Store) -> None:
    for end in "12":
        keep(store, make_inquiry(id=f"aaaaaaaa-0000-4000-8000-00000000000{end}"))
    assert store.find("AAAAAAAA") is None and store.find("%") is None
    assert store.find("aaaaaaaa-0000-4000-8000-000000000001")


def test_an_unusable_folder_raises_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        Store(tmp_path / "file" / "inquiries.db").prepare()
