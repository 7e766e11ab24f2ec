"""Whatever Reflex does, public pages are answered: it stands still, and everybody else notices nothing."""

import asyncio
import statistics
import time
from pathlib import Path

import httpx
import pytest

from app.routes import places
from app.settings import ROOT
from tests.support.crowd import Tab
from tests.support.serving import free_port, serving

pytestmark = pytest.mark.anyio

PUBLIC = [place.path for place in places() if not place.route.stateful]
ROUNDS = 30


async def answers(site: httpx.AsyncClient, path: str) -> float:
    """How long it takes to be answered, in seconds."""
    begun = time.perf_counter()
    assert (await site.get(path, follow_redirects=True)).status_code == 200, path
    return time.perf_counter() - begun


async def median(site: httpx.AsyncClient) -> float:
    return statistics.median([await answers(site, "/about") for _ in range(ROUNDS)])


@pytest.mark.parametrize("busy", ["sleep", "compute", "match"])
async def test_public_pages_while_reflex_is_busy(built: None, tmp_path: Path, busy: str) -> None:
    release = tmp_path / "release"
    port = str(free_port())
    own = {"PORT": port, "SITE_URL": f"http://127.0.0.1:{port}"}
    with serving(ROOT, "tests.support.busy", BUSY=busy, RELEASE=str(release), **own) as server:
        async with httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as site:
            idle = await median(site)
            tab = await Tab.connect(server.url)
            loading = asyncio.create_task(tab.loads(lambda view: False))
            async with asyncio.timeout(60):
                while (await site.get("/_health")).json()["parts"]["members"] == "up":
                    await asyncio.sleep(0.01)
            other = asyncio.create_task(site.get("/ping"))
            for path in [*PUBLIC, "/config.json", "/builds/latest.json", "/manifest.webmanifest"]:
                await answers(site, path)
            during = await median(site)
            assert not other.done(), "it was busy all the time"
            release.touch()
            assert (await other).status_code == 200
            assert (await site.get("/_health")).json()["status"] == "up"
            assert not loading.done(), "its socket is still there"
            loading.cancel()
            await tab.close()
        assert server.stop() == ""
    assert during < 10 * max(idle, 0.001)
