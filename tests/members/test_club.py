import asyncio
import sys

import pytest

from app.database.database import LOST_ORDERS
from app.http.export import Export
from app.members.club import Club, closing
from app.members.database import DatabaseRecords
from app.members.patreon_api import PatreonUnavailableError
from app.server import asgi
from app.server.compose import compose
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, CREATOR_TOKEN
from tests.support import redis
from tests.support.databases import sqlite_database
from tests.support.members import KEY, OTHER_KEY
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio
BACK = "http://otisk.test/patreon/callback"


async def test_closing_cancels_pending_requests(club: Club, network) -> None:
    network.hangs()
    before = asyncio.all_tasks()
    async with closing(club):
        asking = asyncio.ensure_future(club.listing())
        while not network.requests:
            await asyncio.sleep(0)
        assert asyncio.all_tasks() > before | {asking}, "the fetch runs in a separate task"
    assert asyncio.all_tasks() <= before | {asking}
    assert club._api._http.is_closed
    await asyncio.gather(asking, return_exceptions=True)


async def test_without_a_club_there_is_nothing_to_close() -> None:
    async with closing(None):
        pass


async def test_health_reports_the_creator_token(client, club, fake, time) -> None:
    async def token(status: str = "up") -> dict[str, str]:
        answer = await client.get("/_health")
        assert (answer.status_code, answer.json()["status"]) == (200, status)
        assert answer.json()["parts"]["creator_token"] == answer.json()["creator_token"]["status"]
        return answer.json()["creator_token"]

    assert await token() == {"status": "up"}
    await club.listing()
    until = (await token())["until"]
    assert await token() == {"status": "up", "until": until}
    time.passes(25 * 86400)
    assert await token() == {"status": "ending", "until": until}
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await club.listing()
    assert await token("degraded") == {"status": "ended", "until": until}


async def test_a_removed_session_key_degrades_the_health(settings, configure, export, network, time, tmp_path) -> None:
    for keys, status in ((KEY, "up"), (OTHER_KEY, "degraded"), (f"{OTHER_KEY},{KEY}", "up")):
        club = Club(configure(session_keys=keys, data_dir=str(tmp_path)), transport=network, clock=time)
        await club._creator.refresh_if_due()
        async with open_client(compose(settings, export, club)(reflex())) as client:
            answer = await client.get("/_health")
        assert (answer.status_code, answer.json()["status"]) == (200, status)
        await club.close()


async def test_revoked_sessions_stay_revoked_after_a_restart(configure, network, fake, time, tmp_path) -> None:
    settings = configure(data_dir=str(tmp_path))
    first = Club(settings, transport=network, clock=time)
    one, another, lost = [
        "session=" + await first.sign_in(fake.code(key, BACK), BACK) for key in ("proof", "proof", "edition")
    ]
    await first.sign_out(one)
    await first.sign_out_everywhere(lost)
    await first.close()
    for days in (0, 29):
        time.passes(days * 86400)
        second = Club(settings, transport=network, clock=time)
        assert [bool(await second.session(cookie)) for cookie in (one, another, lost)] == [False, True, False]
        await second.close()
    assert {file.name for file in tmp_path.iterdir()} == {"site.db", "site.db.lock"}, "the connection was closed"


async def test_joining_after_signing_in_survives_a_restart(configure, network, fake, time, tmp_path) -> None:
    settings = configure(data_dir=str(tmp_path))
    first = Club(settings, transport=network, clock=time)
    cookie = "session=" + await first.sign_in(fake.code("never", BACK), BACK)
    person, like = fake.people["never"], fake.people["proof"]
    person.member, person.status, person.tiers = "5f0c4a1e-new", like.status, like.tiers
    assert await first.member_changed(person.member, person.user)
    await first.close()
    second = Club(settings, transport=network, clock=time)
    session = await second.session(cookie)
    assert session and (await second.standing(session)).tiers == frozenset(like.tiers)
    await second.close()


async def test_the_key_of_a_person_is_the_same_in_each_session(club: Club, fake) -> None:
    cookies = ["session=" + await club.sign_in(fake.code(key, BACK), BACK) for key in ("proof", "proof", "edition")]
    sessions = [session for cookie in cookies if (session := await club.session(cookie))]
    first, again, other = map(club.person, sessions)
    assert first == again != other and len(first) == 64


async def test_with_redis_there_is_no_database(configure, tmp_path) -> None:
    club = Club(configure(data_dir=str(tmp_path), redis_url="redis://127.0.0.1:1/0"))
    await club.close()
    assert not list(tmp_path.iterdir())


async def test_redis_gets_the_records_of_the_database(configure, network, fake, time, tmp_path) -> None:
    await DatabaseRecords(sqlite_database(tmp_path)).add(LOST_ORDERS, b"", 1e12)
    without = configure(data_dir=str(tmp_path), patreon_creator_refresh_token=CREATOR_REFRESH_TOKEN)
    before = Club(without, transport=network, clock=time)
    one, another, lost = [
        "session=" + await before.sign_in(fake.code(key, BACK), BACK) for key in ("proof", "proof", "edition")
    ]
    await before.sign_out(one)
    await before.sign_out_everywhere(lost)
    refreshed = await before._creator.replacement(CREATOR_TOKEN)
    await before.close()
    with redis.running() as server:
        for _ in range(2):
            after = Club(without.model_copy(update={"redis_url": server.url}), transport=network, clock=time)
            async with closing(after):
                assert await after._creator.token() == refreshed
                assert [bool(await after.session(cookie)) for cookie in (one, another, lost)] == [False, True, False]
                assert await after.store.get(LOST_ORDERS) is None
                refreshed = await after._creator.replacement(refreshed)
                await after.store.delete(after._creator._key("pause"))


async def test_a_sign_out_during_an_outage_of_redis_survives_a_restart(
    configure, network, fake, time, tmp_path
) -> None:
    with redis.running() as server:
        settings = configure(data_dir=str(tmp_path), redis_url=server.url)
        before, after = (Club(settings, transport=network, clock=time) for _ in range(2))
        cookie = "session=" + await before.sign_in(fake.code("proof", BACK), BACK)
        server.stop()
        await before.sign_out(cookie)
        server.start()
        await before.close()
        assert not await after.session(cookie)
        await after.close()


async def test_redis_works_without_the_database(configure, network, tmp_path, caplog) -> None:
    (tmp_path / "site.db").mkdir()
    with redis.running() as server:
        club = Club(configure(data_dir=str(tmp_path), redis_url=server.url), transport=network)
        async with closing(club):
            assert await club.listing()
    assert "cannot be used" in caplog.text


async def test_the_club_closes_with_the_server(
    club: Club, export: Export, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"club": lambda: club, "settings": lambda: settings}.items():
        monkeypatch.setattr(asgi, name, value)
    monkeypatch.setattr(asgi, "served_export", lambda: export)
    monkeypatch.setattr("app.app.app", reflex)
    async with asgi.members():
        assert not club._api._http.is_closed
    assert club._api._http.is_closed


async def test_a_failed_import_of_the_application_is_reported(
    export: Export, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str | None] = []
    monkeypatch.setattr(asgi, "settings", lambda: settings)
    monkeypatch.setattr(asgi, "served_export", lambda: export)
    monkeypatch.setattr("app.monitoring.server.start", lambda _settings, release: started.append(release))
    monkeypatch.setitem(sys.modules, "app.app", None)
    with pytest.raises(ImportError):
        async with asgi.members():
            pass
    assert started == [export.build_id]
