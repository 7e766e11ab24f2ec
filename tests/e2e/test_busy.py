"""Public pages are available while Reflex blocks its process."""

import asyncio
import statistics
import time
from pathlib import Path

import httpx
import pytest

from app.folders import ROOT
from tests.fakes.loopback import free_port
from tests.support import pages
from tests.support.hanging_server import BUSY
from tests.support.member_load import Tab
from tests.support.server_process import Server, running_server

pytestmark = [pytest.mark.anyio, pytest.mark.alone, pytest.mark.nightly]

PUBLIC = [place.path for place in pages.PUBLIC]
ROUNDS = 30
MAX_SECONDS = 1
"""The maximum median response time."""


async def answer_seconds(site: httpx.AsyncClient, path: str) -> float:
    begun = time.perf_counter()
    assert (await site.get(path, follow_redirects=True)).status_code == 200, path
    return time.perf_counter() - begun


async def median(site: httpx.AsyncClient) -> float:
    return statistics.median([await answer_seconds(site, "/about") for _ in range(ROUNDS)])


async def fault_while_busy(server: Server, site: httpx.AsyncClient, busy: Path, way: str) -> str:
    """Returns a message if public pages are slow while Reflex is busy. Otherwise, returns ""."""
    idle = await median(site)
    tab = await Tab.connect(server.url)
    busy.write_text(way)
    loading = asyncio.create_task(tab.loads(lambda view: False))
    await wait_for_members(site, up=False)
    other = asyncio.create_task(site.get("/ping"))
    for path in [*PUBLIC, "/config.json", "/builds/latest.json", "/manifest.webmanifest"]:
        await answer_seconds(site, path)
    during = await median(site)
    assert not other.done(), "Reflex was not busy all the time"
    busy.unlink()
    assert (await other).status_code == 200
    await wait_for_members(site, up=True)
    assert not loading.done(), "the socket was closed"
    loading.cancel()
    await tab.close()
    return f"{way}: {during} s, and {idle} s before" if during >= MAX_SECONDS else ""


async def wait_for_members(site: httpx.AsyncClient, up: bool) -> None:
    async with asyncio.timeout(60):
        while ((await site.get("/_health")).json()["parts"]["members"] == "up") is not up:
            await asyncio.sleep(0.01)


async def test_public_pages_while_reflex_is_busy(built: None, tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    port = str(free_port())
    own = {"PORT": port, "SITE_URL": f"http://127.0.0.1:{port}"}
    with running_server(ROOT, "tests.support.hanging_server", BUSY=str(busy), **own) as server:
        async with httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False, timeout=60) as site:
            wrong = [await fault_while_busy(server, site, busy, way) for way in BUSY]
        assert server.stop() == ""
    assert not any(wrong), wrong
