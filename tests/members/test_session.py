import asyncio
import stat
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from cryptography.fernet import Fernet

from app.folders import ROOT
from app.members import session
from app.members.session import RETRY_INTERVAL_SECONDS, SESSION_TTL_SECONDS, Sealer, Sessions, session_keys
from app.settings import SettingsError
from app.supervision import supervised
from tests.support.clock import Clock
from tests.support.members import KEY, OTHER_KEY, FullStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(configure):
    return configure(session_keys=())


def test_keys_of_the_settings(configure, tmp_path):
    assert session_keys(configure(session_keys=f"{KEY},{OTHER_KEY}"), tmp_path / "keys") == (KEY, OTHER_KEY)
    assert not list(tmp_path.iterdir())


def test_keys_are_generated_once(settings, tmp_path):
    file = tmp_path / "keys"
    (key,) = session_keys(settings, file)
    assert Fernet(key) and session_keys(settings, file) == (key,)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file], "no drafts remain"


def test_keys_may_be_rotated_in_the_file(settings, tmp_path):
    file = tmp_path / "keys"
    file.write_text(f"{OTHER_KEY},\n{KEY}\n")
    assert session_keys(settings, file) == (OTHER_KEY, KEY)


def test_concurrent_starts_share_a_key(settings, tmp_path):
    barrier = Barrier(16)

    def start(_worker: int) -> tuple[str, ...]:
        barrier.wait()
        return session_keys(settings, tmp_path / "keys")

    with ThreadPoolExecutor(16) as workers:
        assert len(set(workers.map(start, range(16)))) == 1


@pytest.mark.parametrize("content", ["", "?!", "k" * 44, "\udcff"])
def test_damaged_file(settings, tmp_path, content):
    file = tmp_path / "keys"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError, match="delete it, or set SESSION_KEYS") as refusal:
        session_keys(settings, file)
    assert "\n" not in str(refusal.value) and (not content or content not in str(refusal.value))


def test_a_missing_folder_is_a_settings_error(settings, tmp_path):
    with pytest.raises(SettingsError, match=r"^SESSION_KEYS is not set, and .* cannot be used: No such file"):
        session_keys(settings, tmp_path / "missing" / "keys")


def test_the_file_is_not_committed():
    assert ".session-keys*" in (ROOT / ".gitignore").read_text().splitlines()


def test_sealer():
    sealer = Sealer([KEY])
    sealed = sealer.seal("tea", {"a": 1})
    assert sealer.unseal("tea", sealed) == {"for": "tea", "a": 1}
    assert sealer.unseal("coffee", sealed) is None
    assert Sealer([OTHER_KEY]).unseal("tea", sealed) is None
    assert Sealer([OTHER_KEY, KEY]).unseal("tea", sealed) == {"for": "tea", "a": 1}
    assert Sealer([KEY]).unseal("tea", Fernet(KEY).encrypt(b"[1]").decode().rstrip("=")) is None
    assert Sealer([KEY]).unseal("tea", Fernet(KEY).encrypt(b"{").decode().rstrip("=")) is None


class RetrySetup:
    """Sessions with a failing store. `naps` counts the pauses between retries."""

    def __init__(self) -> None:
        self.time, self.naps = Clock(), 0
        self.store = FullStore(clock=self.time)
        self.turn = asyncio.Event()
        self.sessions = Sessions(Sealer([KEY]), self.store, "9", secure=False, clock=self.time, sleep=self.sleep)

    async def sleep(self, seconds: float) -> None:
        assert seconds == RETRY_INTERVAL_SECONDS
        self.naps += 1
        await self.turn.wait()
        self.turn.clear()

    async def resume(self) -> None:
        self.turn.set()
        for _ in range(10):
            await asyncio.sleep(0)

    def others(self) -> Sessions:
        """Returns the sessions of a second process with the same store."""
        return Sessions(Sealer([KEY]), self.store, "9", secure=False, clock=self.time)

    def cookie(self) -> str:
        return "session=" + self.sessions.begin(user="1", member=None, name="Jan", creator=False)

    async def revoke(self, cookie: str) -> None:
        session = self.sessions.read(cookie)
        assert session
        await self.sessions.revoke(session)


@pytest.fixture
async def setup() -> AsyncIterator[RetrySetup]:
    setup = RetrySetup()
    async with supervised("revocations", setup.sessions.retry_revocations):
        yield setup


async def test_unstored_revocations_are_retried(setup: RetrySetup):
    first, second = setup.cookie(), setup.cookie()
    await setup.revoke(first)
    await setup.revoke(second)
    await setup.resume()
    assert await setup.others().valid(first) and setup.naps == 2, "one pause for all revocations"
    setup.store.is_full = False
    await setup.resume()
    assert not await setup.others().valid(first) and not await setup.others().valid(second)
    await setup.resume()
    assert setup.naps == 2, "nothing is left to store"


async def test_unstored_revocations_apply_in_this_process(setup: RetrySetup):
    cookie, other = setup.cookie(), setup.cookie()
    await setup.revoke(cookie)
    assert not await setup.sessions.valid(cookie) and await setup.sessions.valid(other)
    await setup.sessions.revoke_all("1")
    assert not await setup.sessions.valid(other)
    setup.time.passes(1)
    again = setup.cookie()
    assert await setup.sessions.valid(again)
    await setup.sessions.revoke_all("1")
    setup.store.is_full = False
    await setup.resume()
    assert not await setup.sessions.valid(again) and not setup.sessions._unstored


async def test_expired_revocations_are_not_stored(setup: RetrySetup):
    await setup.revoke(setup.cookie())
    setup.time.passes(SESSION_TTL_SECONDS + 61)
    await setup.resume()
    await setup.resume()
    assert setup.naps == 1


@pytest.mark.parametrize("is_full", [True, False])
async def test_unstored_revocations_are_stored_or_logged_when_the_server_stops(
    setup: RetrySetup, caplog: pytest.LogCaptureFixture, is_full: bool
):
    cookies = setup.cookie(), setup.cookie()
    for cookie in cookies:
        await setup.revoke(cookie)
    setup.store.is_full = is_full
    await setup.sessions.close()
    assert [bool(await setup.others().valid(cookie)) for cookie in cookies] == [is_full] * 2
    lines = ["Sign-outs could not be stored; their sessions are valid again: 2"] if is_full else []
    assert [record.getMessage() for record in caplog.records] == lines


async def test_a_store_that_hangs_does_not_hide_lost_revocations(
    setup: RetrySetup, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    await setup.revoke(setup.cookie())
    monkeypatch.setattr(setup.store, "set", hang)
    monkeypatch.setattr(session, "CLOSE_SECONDS", 0.01)
    await setup.sessions.close()
    assert "their sessions are valid again: 1" in caplog.text


def test_the_first_key_seals():
    sealed, rotated = Sealer([KEY]).seal("tea", {"a": 1}), Sealer([OTHER_KEY, KEY])
    assert rotated.is_outdated("tea", sealed) and not rotated.is_outdated("tea", rotated.seal("tea", {"a": 1}))
    assert not Sealer([KEY, OTHER_KEY]).is_outdated("tea", sealed)
