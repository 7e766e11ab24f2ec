"""The members' process: started and stopped with the server, restarted when it dies, and never blocking anything
else."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from app import watchdog
from app.folders import ROOT
from app.inquiries.desk import Desk
from app.server import members_process
from app.server.bridge import AppFailedError
from app.server.compose import assemble
from app.server.members_process import MembersProcess, MembersUnavailableError
from tests.support.parts import LIFE, ask, processes, target
from tests.support.small_site import open_client

pytestmark = pytest.mark.anyio


async def until(reached) -> None:
    async with asyncio.timeout(60):
        while not reached():
            await asyncio.sleep(0.01)


@pytest.fixture
def life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "life"
    monkeypatch.setenv(LIFE, str(file))
    return file


async def test_the_process_runs_during_the_block(life: Path) -> None:
    part = MembersProcess(target("telling"))
    async with part.running():
        pid = int(await ask(part))
        assert life.read_text() == "begun"
        assert processes() == {pid} and pid != os.getpid()
    assert life.read_text() == "ended"
    assert not psutil.pid_exists(pid)


async def test_public_pages_do_not_wait_for_its_start(settings, export, life: Path) -> None:
    part = MembersProcess(target("telling"))
    async with (
        part.running(),
        open_client(assemble(part, settings, export, Desk(settings), is_starting=part.is_starting)) as client,
    ):
        assert (await client.get("/about")).status_code == 200
        told = (await client.get("/_health")).json()
        assert (told["status"], told["parts"]["members"]) == ("degraded", "starting")
        assert await ask(part), "who does need it waits"
        assert not part.is_starting()


async def test_a_failed_start_is_retried(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(members_process, "START_TIMEOUT_SECONDS", 0.1)
    part = MembersProcess(target("failing"))
    async with part.running():
        await until(lambda: caplog.records)
        with pytest.raises(MembersUnavailableError):
            await ask(part)
        assert part.is_starting()
    assert caplog.records[0].getMessage() == "Members process could not start (code 5)"
    assert processes() == set()


async def test_a_dead_process_is_restarted(life: Path, caplog: pytest.LogCaptureFixture) -> None:
    part = MembersProcess(target("telling"))
    async with part.running():
        first = await ask(part)
        waiting = asyncio.create_task(ask(part, "/silence"))
        with pytest.raises(AppFailedError):
            await ask(part, "/die")
        with pytest.raises(AppFailedError):
            await waiting
        assert await ask(part) != first, "who comes in the meantime waits"
    [record] = caplog.records
    assert record.getMessage() == "Members process exited (code 7); restarting"


async def test_a_stuck_process_is_replaced(
    life: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watchdog, "MAX_MISSED", 3)
    part = MembersProcess(target("telling"))
    async with part.running():
        first = await ask(part)
        with pytest.raises(AppFailedError):
            await ask(part, "/stuck")
        assert await ask(part) != first
    [record] = caplog.records
    reason = "no answer for 3 s, stuck at app/server/bridge.py:"
    assert record.getMessage().startswith(f"Members process exited ({reason}"), "the innermost line of the site's"


async def test_requests_get_a_503_while_it_cannot_start(life: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_process, "RETRY_DELAYS_SECONDS", (0, 0.1))
    part = MembersProcess(target("telling"))
    async with part.running():
        first = await ask(part)
        monkeypatch.setattr(members_process, "START_TIMEOUT_SECONDS", 0.1)
        monkeypatch.setattr(part, "_target", target("failing"))
        with pytest.raises(AppFailedError):
            await ask(part, "/die")
        with pytest.raises(MembersUnavailableError) as refused:
            await ask(part)
        assert refused.value.status_code == 503 and refused.value.headers == {
            "retry-after": members_process.RETRY_AFTER_SECONDS
        }
        monkeypatch.setattr(members_process, "START_TIMEOUT_SECONDS", 60)
        monkeypatch.setattr(part, "_target", target("telling"))
        assert await ask(part) != first


async def test_the_number_of_waiting_requests_is_bounded(life: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_process, "MAX_WAITING", 2)
    part = MembersProcess(target("telling"))
    async with part.running():
        words = [asyncio.Event(), asyncio.Event()]
        begun = [asyncio.create_task(ask(part, "/wait", word)) for word in words]
        await asyncio.gather(*(word.wait() for word in words))  # what has begun to be answered waits no longer
        silent = [asyncio.create_task(ask(part, "/silence")) for _ in range(2)]
        await until(lambda: part.waiting == 2)
        with pytest.raises(MembersUnavailableError):
            await ask(part)
        for task in silent:
            task.cancel()
        await asyncio.wait(silent)
        assert await ask(part)
        for task in begun:
            task.cancel()
        await asyncio.wait(begun)


async def test_one_sender_cannot_take_all_slots(life: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_process, "MAX_WAITING", 8)
    senders = iter(["198.51.100.7"] * 5 + ["198.51.100.8"] * 5 + ["203.0.113.9"])
    part = MembersProcess(target("telling"), lambda _scope: (next(senders),))
    async with part.running():
        silent = [asyncio.create_task(ask(part, "/silence")) for _ in range(10)]
        await until(lambda: part.waiting == 6 and sum(each.done() for each in silent) == 4)
        assert await ask(part), "two places are for those who have none"
        for each in silent:
            each.cancel()
        await asyncio.wait(silent)
        assert part.waiting == 0


async def test_public_pages_are_answered_while_it_is_busy(
    settings, export, ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members_process, "STOP_GRACE_SECONDS", 0.1)
    monkeypatch.setattr(members_process, "MAX_WAITING", 2)
    part = MembersProcess(target("busy"))
    async with part.running(), open_client(assemble(part, settings, export, Desk(settings))) as client:
        await until(lambda: not part.is_starting())
        well = (await client.get("/_health")).json()
        assert (well["status"], well["parts"]["members"]) == ("up", "up")
        waiting = [asyncio.create_task(client.get("/_event/busy"))]
        await until(lambda: part.waiting == 1)
        health = await client.get("/_health")
        assert (health.status_code, health.json()["status"]) == (200, "degraded")
        assert health.json()["parts"] == {"build": "up", "members": "down", "members restart": "up"}
        waiting.append(asyncio.create_task(client.get("/patreon/login")))
        await until(lambda: part.waiting == 2)
        for path in ("/", "/about", "/en/about", "/config.json", "/builds/latest.json", "/pictures/large-1.avif"):
            assert (await client.get(path)).status_code == 200
        refused = await client.get("/patreon/login", headers={"accept": "text/html"})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "<b>503</b>" in refused.text and refused.headers["x-content-type-options"] == "nosniff"
        assert not any(task.done() for task in waiting)
    assert processes() == set(), "busy or not, it goes with the server"
    for answer in await asyncio.gather(*waiting):
        assert answer.status_code == 500


ORPHAN = """
import asyncio, sys
from app.server.members_process import MembersProcess
from tests.support.parts import ask, processes, target

async def main():
    part = MembersProcess(target("busy"))
    async with part.running():
        asyncio.create_task(ask(part, "/_event/busy"))
        while part.is_starting():
            await asyncio.sleep(0.1)
        print(*processes(), flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def test_the_members_process_exits_with_the_web_server() -> None:
    """Not even one that does not look at its socket."""
    server = subprocess.Popen([sys.executable, "-c", ORPHAN], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    with server.stdout as said:
        part = psutil.Process(int(said.readline()))
        server.kill()
        server.wait()
    part.wait(30)


def test_the_members_process_ignores_signals(life: Path) -> None:
    """A terminal and a supervisor send them to every process at once."""

    async def main() -> None:
        part = MembersProcess(target("telling"))
        async with part.running():
            await until(lambda: not part.is_starting())
            [pid] = processes()
            psutil.Process(pid).terminate()
            os.kill(pid, 2)
            assert int(await ask(part)) == pid

    asyncio.run(main())
    assert life.read_text() == "ended"
