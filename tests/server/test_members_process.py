import asyncio
import gc
import os
import signal
import subprocess
import sys
import warnings
from itertools import count
from pathlib import Path

import psutil
import pytest

from app import watchdog
from app.folders import ROOT
from app.inquiries.service import InquiryService
from app.server import health, members_process
from app.server.bridge import AppFailedError
from app.server.compose import assemble
from app.server.members_process import MembersProcess, MembersUnavailableError
from tests.fakes.sentry import ingesting
from tests.support.bridge import wait_until
from tests.support.process_targets import LIFE_LOG, ask, members_processes, target
from tests.support.small_site import open_client

pytestmark = pytest.mark.anyio


def process_of(name: str) -> MembersProcess:
    senders = count()
    return MembersProcess(target(name), lambda _scope: (f"sender {next(senders)}",))


@pytest.fixture
def life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "life"
    monkeypatch.setenv(LIFE_LOG, str(file))
    return file


async def test_the_process_runs_during_the_block(life: Path) -> None:
    members = process_of("telling")
    async with members.running():
        pid = int(await ask(members))
        assert life.read_text() == "begun"
        assert members_processes() == {pid} and pid != os.getpid()
        for number in (signal.SIGTERM, signal.SIGINT):
            os.kill(pid, number)
        assert int(await ask(members)) == pid, "it ignores signals, because the web server stops it"
    assert life.read_text() == "ended"
    assert not psutil.pid_exists(pid)


async def test_public_pages_do_not_wait_for_its_start(settings, export, life: Path) -> None:
    members = process_of("telling")
    async with (
        members.running(),
        open_client(
            assemble(members, settings, export, InquiryService(settings), is_starting=members.is_starting)
        ) as client,
    ):
        assert (await client.get("/about")).status_code == 200
        starting = (await client.get("/_health")).json()
        assert (starting["status"], starting["parts"]["members"]) == ("degraded", "starting")
        assert await ask(members), "members' requests wait for the start"
        assert not members.is_starting()


async def test_a_failed_start_is_retried(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(members_process, "START_TIMEOUT_SECONDS", 0.1)
    members = process_of("failing")
    async with members.running():
        await wait_until(lambda: caplog.records)
        with pytest.raises(MembersUnavailableError):
            await ask(members)
        assert members.is_starting()
    assert caplog.records[0].getMessage() == "Members process could not start (code 5)"
    assert members_processes() == set()


async def test_the_reason_for_a_failed_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with ingesting() as ingest:
        monkeypatch.setenv("SENTRY_DSN", ingest.dsn)
        members = process_of("broken")
        async with members.running():
            await wait_until(lambda: ingest.events)
    assert ingest.events[0]["exception"]["values"][0]["value"] == "The import failed"


@pytest.mark.parametrize("steps", range(1, 7))
async def test_a_cancelled_start_leaves_nothing_behind(steps: int, life: Path) -> None:
    members = process_of("telling")
    async with members.running():
        for _ in range(steps):
            await asyncio.sleep(0)
    assert members_processes() == set()
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        gc.collect()


async def test_a_stuck_process_is_replaced(
    life: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watchdog, "MAX_MISSED", 2)
    members = process_of("telling")
    async with members.running():
        first = await ask(members)
        with pytest.raises(AppFailedError):
            await ask(members, "/stuck")
        assert await ask(members) != first
    [record] = caplog.records
    reason = "no answer for 2 s, stuck at app/server/bridge.py:"
    assert record.getMessage().startswith(f"Members process exited ({reason}"), "with the innermost line of the site"


async def test_requests_get_a_503_while_it_cannot_start(
    life: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(members_process, "RETRY_DELAYS_SECONDS", (0, 0.1))
    members = process_of("telling")
    async with members.running():
        first = await ask(members)
        waiting = asyncio.create_task(ask(members, "/silence"))
        monkeypatch.setattr(members_process, "START_TIMEOUT_SECONDS", 0.1)
        monkeypatch.setattr(members, "_target", target("failing"))
        with pytest.raises(AppFailedError):
            await ask(members, "/die")
        with pytest.raises(AppFailedError):
            await waiting
        with pytest.raises(MembersUnavailableError) as refused:
            await ask(members)
        assert refused.value.status_code == 503 and refused.value.headers == {
            "retry-after": members_process.RETRY_AFTER_SECONDS
        }
        monkeypatch.setattr(members_process, "START_TIMEOUT_SECONDS", 60)
        monkeypatch.setattr(members, "_target", target("telling"))
        assert await ask(members) != first
    assert caplog.messages[0] == "Members process exited (code 7); restarting"


async def test_the_number_of_waiting_requests_is_bounded(life: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_process, "MAX_WAITING", 2)
    members = process_of("telling")
    async with members.running():
        first_messages = [asyncio.Event(), asyncio.Event()]
        answered = [asyncio.create_task(ask(members, "/wait", first_message)) for first_message in first_messages]
        # Requests count as waiting only until their response starts.
        await asyncio.gather(*(first_message.wait() for first_message in first_messages))
        silent = [asyncio.create_task(ask(members, "/silence")) for _ in range(2)]
        await wait_until(lambda: members._shares._taken == 2)
        with pytest.raises(MembersUnavailableError):
            await ask(members)
        for task in silent:
            task.cancel()
        await asyncio.wait(silent)
        assert await ask(members)
        for task in answered:
            task.cancel()
        await asyncio.wait(answered)


async def test_one_sender_cannot_take_all_slots(life: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_process, "MAX_WAITING", 8)
    senders = iter(["198.51.100.7"] * 5 + ["198.51.100.8"] * 5 + ["203.0.113.9"])
    members = MembersProcess(target("telling"), lambda _scope: (next(senders),))
    async with members.running():
        silent = [asyncio.create_task(ask(members, "/silence")) for _ in range(10)]
        await wait_until(lambda: members._shares._taken == 6 and sum(each.done() for each in silent) == 4)
        assert await ask(members), "two slots are for other senders"
        for each in silent:
            each.cancel()
        await asyncio.wait(silent)
        assert members._shares._taken == 0


async def test_public_pages_are_answered_while_it_is_busy(settings, export, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_process, "STOP_GRACE_SECONDS", 0.1)
    monkeypatch.setattr(members_process, "MAX_WAITING", 2)
    members = process_of("busy")
    async with members.running(), open_client(assemble(members, settings, export, InquiryService(settings))) as client:
        await wait_until(lambda: not members.is_starting())
        well = (await client.get("/_health")).json()
        assert (well["status"], well["parts"]["members"]) == ("up", "up")
        waiting = [asyncio.create_task(client.get("/_event/busy"))]
        await wait_until(lambda: members._shares._taken == 1)
        monkeypatch.setattr(health, "TIMEOUT_SECONDS", 1)
        busy = await client.get("/_health")
        assert (busy.status_code, busy.json()["status"]) == (200, "degraded")
        parts = dict.fromkeys(("build", "members restart", "database", "disk"), "up")
        assert busy.json()["parts"] == parts | {"members": "down"}
        waiting.append(asyncio.create_task(client.get("/patreon/login")))
        await wait_until(lambda: members._shares._taken == 2)
        for path in ("/", "/about", "/en/about", "/config.json", "/builds/latest.json", "/pictures/large-1.avif"):
            assert (await client.get(path)).status_code == 200
        refused = await client.get("/patreon/login", headers={"accept": "text/html"})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "<b>503</b>" in refused.text and refused.headers["x-content-type-options"] == "nosniff"
        assert not any(task.done() for task in waiting)
    assert members_processes() == set(), "it exits with the server, even if it is busy"
    for answer in await asyncio.gather(*waiting):
        assert answer.status_code == 500


ORPHAN = """
import asyncio, sys
from app.server.members_process import MembersProcess
from tests.support.process_targets import ask, members_processes, target

async def main():
    members = MembersProcess(target("busy"), lambda _scope: ("203.0.113.9",))
    async with members.running():
        asyncio.create_task(ask(members, "/_event/busy"))
        while members.is_starting():
            await asyncio.sleep(0.1)
        print(*members_processes(), flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.nightly
def test_the_members_process_exits_with_the_web_server() -> None:
    server = subprocess.Popen([sys.executable, "-c", ORPHAN], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    with server.stdout as output:
        members = psutil.Process(int(output.readline()))
        server.kill()
        server.wait()
    members.wait(30)


async def test_invalid_settings_are_one_line() -> None:
    command = [sys.executable, "-m", "app.server.members_process", "module:target", "0", "1"]
    environment = {**os.environ, "PORT": "x"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stderr=pipe, text=True) as process:
        assert process.stderr and process.stderr.read() == "PORT='x' is not allowed: a whole number from 1 to 65535\n"
    assert process.returncode == 2
