import os
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

import httpx
import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from app import counters
from app.counters import KINDS, SharedCounters
from app.database import engines
from app.database.database import Database
from app.http.export import Export
from app.inquiries import limits
from app.inquiries.store import Store
from app.server import health, metrics
from app.server.compose import compose
from app.server.metrics import kinds
from app.settings import Settings
from tests.support.inquiries import FILLED, JSON, until
from tests.support.inquiry_factory import make_inquiry
from tests.support.postgresql import PostgreSQL
from tests.support.server_process import Server, running_small_site

pytestmark = pytest.mark.anyio
TOKEN = "t0ken-of-prometheus"
Figures = dict[tuple[str, ...], float]


@pytest.fixture(autouse=True)
def own_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = SharedCounters(1)
    monkeypatch.setattr(counters, "_shared", shared)
    monkeypatch.setattr(counters, "_own", shared.of(0))


@pytest.fixture
def site_settings(settings: Settings, database: Database) -> Settings:
    changes = {"database_url": SecretStr(database.url), "data_dir": database.folder, "smtp_url": SecretStr("smtp://x")}
    return settings.model_copy(update={**changes, "metrics_token": SecretStr(TOKEN)})


def client_of(application: ASGIApp, host: str = "127.0.0.1") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(application, client=(host, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://otisk.test")


def figures(text: str) -> Figures:
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


async def test_figures(site_settings: Settings, export: Export, database: Database) -> None:
    Store(database).add(make_inquiry(), [], ["network"], mailed=True)
    async with client_of(compose(site_settings, export)(PlainTextResponse("reflex"))) as client:
        for path in ("/about", "/about", "/about", "/sitemap.xml", "/nothing", "/desk", "/config.json", "/_health"):
            await client.get(path)
        await client.post("/about")
        answer = await client.get("/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert answer.headers["cache-control"] == "no-store"
    found = figures(answer.text)
    requests = {key[1:]: value for key, value in found.items() if key[0] == "otisk_requests_total"}
    failures = {(kind, status) for kind in KINDS for status in ("500", "502", "503", "504", "other")}
    assert failures == {key for key, value in requests.items() if not value}
    assert {key: value for key, value in requests.items() if value} == {
        ("page", "200"): 3,
        ("page", "405"): 1,
        ("file", "200"): 1,
        ("other", "404"): 1,
        ("desk", "404"): 1,
        ("data", "200"): 1,
        ("monitoring", "200"): 1,
    }
    timed = {key[1]: value for key, value in found.items() if key[0] == "otisk_request_duration_seconds_count"}
    assert (timed["page"], timed["desk"], timed["members"]) == (2, 1, 0), "responses from memory are not timed"
    assert found["otisk_request_duration_seconds_bucket", "page", "+Inf"] == 2
    assert (found["otisk_inquiries",], found["otisk_mails_unsent",], found["otisk_mails_refused",]) == (1, 2, 0)
    assert found["otisk_build_info", "build-1"] == 1 and found["otisk_disk_free_bytes",] > 0
    assert found["otisk_part_up", "members"] == found["otisk_part_up", "disk"] == 1
    assert {len(key) for key in found if key[0] == "otisk_workshop_places"} <= {2}


async def test_a_failing_database_leaves_the_other_figures(settings: Settings, export: Export, tmp_path: Path) -> None:
    broken = settings.model_copy(update={"database_url": SecretStr(f"sqlite:///{tmp_path}")})
    async with client_of(compose(broken, export)(PlainTextResponse("reflex"))) as client:
        found = figures((await client.get("/metrics")).text)
    assert ("otisk_inquiries",) not in found and found["otisk_part_up", "build"] == 1


async def test_a_frozen_postgresql_delays_neither_figures_nor_inquiries(
    settings: Settings,
    export: Export,
    postgresql_server: PostgreSQL,
    postgresql_database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "PING_TIMEOUT_SECONDS", 1)
    monkeypatch.setattr(limits, "CHECK_SECONDS", 0)
    changes = {"database_url": SecretStr(postgresql_database.url), "data_dir": postgresql_database.folder}
    application = compose(settings.model_copy(update=changes), export)(PlainTextResponse("reflex"))
    async with client_of(application) as client:
        assert figures((await client.get("/metrics")).text)["otisk_part_up", "database"] == 1
        monkeypatch.setattr(health, "TIMEOUT_SECONDS", 1)
        started = monotonic()
        with postgresql_server.frozen():
            found = figures((await client.get("/metrics")).text)
            files = [("files", ("", b""))]
            answers = [await client.post("/inquiries", data=FILLED, files=files, headers=JSON) for _ in range(3)]
            assert (await client.get("/workshops.json")).status_code == 503
        assert monotonic() - started < 10
    assert found["otisk_part_up", "database"] == 0 and found["otisk_part_up", "build"] == 1
    assert [answer.status_code for answer in answers] == [503] * 3 and answers[0].json()["reason"]


def test_days_of_the_creator_token() -> None:
    until = (datetime.now(UTC).date() + timedelta(days=12)).isoformat()
    status = {"build": None, "parts": {"creator_token": "unreadable"}, "creator_token": {"until": until}}
    text, _type = metrics._render(counters.total(), status, None, {})
    found = figures(text.decode())
    assert found["otisk_creator_token_days",] == 12 and found["otisk_part_up", "creator_token"] == 0


@pytest.mark.parametrize(
    ("host", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 404),
        ("10.0.0.9", {}, 404),
        ("10.0.0.9", {"authorization": f"Bearer {TOKEN}"}, 200),
        ("10.0.0.9", {"authorization": f"Bearer {TOKEN}x"}, 404),
        ("10.0.0.9", {"authorization": f"Basic {TOKEN}"}, 404),
        ("10.0.0.9", {"authorization": "Bearer \u00e9"}, 404),
    ],
)
async def test_who_may_read(site_settings: Settings, export: Export, host: str, headers: dict, status: int) -> None:
    async with client_of(compose(site_settings, export)(PlainTextResponse("reflex")), host) as client:
        sent = [(name, value.encode("latin-1")) for name, value in headers.items()]
        answer = await client.get("/metrics", headers=sent)
        assert answer.status_code == status and (await client.post("/metrics", headers=sent)).status_code == 405
    without = site_settings.model_copy(update={"metrics_token": None})
    async with client_of(compose(without, export)(PlainTextResponse("reflex")), "10.0.0.9") as client:
        assert (await client.get("/metrics", headers={"authorization": "Bearer None"})).status_code == 404


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "page"),
        ("/en/about", "page"),
        ("/pictures/small-1.png", "file"),
        ("/en/inquiries", "inquiry"),
        ("/workshops.json", "data"),
        ("/_event/socket.io", "members"),
        ("/patreon/webhook", "members"),
        ("/metrics", "monitoring"),
        ("/wp-login.php", "other"),
    ],
)
def test_kinds(export: Export, path: str, kind: str) -> None:
    assert kinds(export)(path) == kind


def scrape(server: Server) -> Figures:
    return figures(httpx.get(f"{server.url}/metrics", verify=False, trust_env=False, timeout=60).text)


def has_replaced_a_worker(server: Server) -> bool:
    try:
        return scrape(server)["otisk_replaced_processes_total", "exit"] == 1
    except httpx.TransportError:  # the killed worker had accepted the connection
        return False


@pytest.mark.nightly
def test_the_sum_of_all_processes(root: Path) -> None:
    with running_small_site(root, WEB_WORKERS="2") as server:
        server.wait_until_members_are_up()
        until(lambda: scrape(server)["otisk_members_processes",] == 2, "both members processes")
        for _ in range(40):
            httpx.get(f"{server.url}/about", verify=False, trust_env=False)
        for _ in range(10):
            found = scrape(server)
            assert (found["otisk_requests_total", "page", "200"], found["otisk_web_workers",]) == (40, 2)
        before = scrape(server)
        worker = psutil.Process(server.process.pid).children()[0]
        os.kill(worker.pid, signal.SIGKILL)
        until(lambda: has_replaced_a_worker(server), "the replacement")
        until(lambda: scrape(server)["otisk_members_processes",] == 2, "both members processes")
        after = scrape(server)
        assert after["otisk_requests_total", "page", "200"] == 40 and after["otisk_web_workers",] == 2
        assert after["otisk_requests_total", "monitoring", "200"] > before["otisk_requests_total", "monitoring", "200"]
