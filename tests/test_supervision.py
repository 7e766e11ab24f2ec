import ast
import asyncio

import pytest

from app import supervision
from app.folders import ROOT
from app.supervision import Supervisor, states, supervised
from tests.support.bridge import wait_until

pytestmark = pytest.mark.anyio

STARTERS = {"create_task", "ensure_future"}
AWAITED = {
    "app/members/socket_guard.py",
    "app/members/store.py",
    "app/server/bridge.py",
    "app/server/members_process.py",
    "app/single_flight.py",
    "app/supervision.py",
}
"""Modules whose tasks need no supervision, because other code awaits each task."""


async def for_ever() -> None:
    await asyncio.Event().wait()


async def test_a_failure_is_logged_and_the_work_restarted(caplog: pytest.LogCaptureFixture) -> None:
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise IndexError("somebody@example.com")
        if runs == 2:
            return
        await for_ever()

    async with supervised("outbox", work, pauses=(0.002, 0.001)) as supervisor:
        await wait_until(lambda: runs == 3)
        assert (supervisor.state.state, supervisor.state.failures) == ("failing", 2)
        assert states() == {"outbox": supervisor.state}
    assert [record.getMessage() for record in caplog.records] == [
        f"Outbox failed (IndexError at test_supervision.py:{work.__code__.co_firstlineno + 4}); restarting in 0.002 s",
        "Outbox failed (it returned); restarting in 0.001 s",
    ]
    assert states() == {}


async def test_a_failure_in_our_own_code_is_named_by_its_file(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        await asyncio.sleep(0)
        supervision.State("running", float("nan"), 0).as_json()

    async with supervised("outbox", work, pauses=(0.001,)):
        await wait_until(lambda: caplog.records)
    assert "(ValueError at app/supervision.py:" in caplog.records[0].getMessage()


async def test_a_stray_cancellation_is_a_failure() -> None:
    async def work() -> None:
        raise asyncio.CancelledError

    async with supervised("outbox", work, pauses=(0.001,)) as supervisor:
        await wait_until(lambda: supervisor.state.failures > 1)


async def test_work_that_swallows_a_cancellation_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "CANCEL_SECONDS", 0.001)
    swallowed = 0

    async def work() -> None:
        nonlocal swallowed
        while swallowed < 3:
            try:
                await for_ever()
            except asyncio.CancelledError:
                swallowed += 1
        await for_ever()

    async with supervised("outbox", work), asyncio.timeout(10):
        await asyncio.sleep(0)
    assert swallowed == 3


async def test_work_that_returns_on_cancellation_is_not_restarted(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        try:
            await for_ever()
        except asyncio.CancelledError:
            return

    async with supervised("outbox", work, pauses=(0,)):
        await asyncio.sleep(0.01)
    assert caplog.records == []


async def test_it_counts_as_healthy_once_it_has_settled() -> None:
    now = 0.0
    fails = asyncio.Event()

    async def work() -> None:
        await fails.wait()
        fails.clear()
        raise OSError

    supervisor = Supervisor("outbox", work, pauses=(0.001, 100), settled=60, clock=lambda: now)
    running = asyncio.create_task(supervisor.run())
    await asyncio.sleep(0)
    for times, now in enumerate((5.0, 70.0), start=1):
        assert supervisor.state.state == "running"
        fails.set()
        await wait_until(lambda times=times: supervisor.state.failures == times)
        assert supervisor.state == supervision.State("failing", now, times)
        await asyncio.sleep(0.01)
        assert supervisor.state == supervision.State("failing", now, times), "it has restarted, and may fail again"
        now += 60
    assert supervisor.state == supervision.State("running", 70.0, 2), "the pause is the first again after success"
    assert supervisor.state.as_json() == {"state": "running", "since": "1970-01-01T00:01:10+00:00", "failures": 2}
    running.cancel()
    await asyncio.wait([running])


def test_every_task_is_supervised_or_awaited() -> None:
    starting = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "app").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in STARTERS
    }
    assert starting == AWAITED
