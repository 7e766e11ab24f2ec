"""`/_health` shows the state of each part of the server. The status is 503 only if public pages fail."""

import asyncio
import json
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from types import SimpleNamespace

import pytest
from starlette.responses import PlainTextResponse

from app.database.errors import StoreError
from app.http.export import INDEX, Export
from app.inquiries.limits import MIN_FREE_BYTES_FOR_FILES
from app.server.compose import compose
from app.server.health import LIVE_PATH, MIN_FREE_BYTES, READY_PATH, Health, disk, members_health
from app.supervision import supervised
from tests.fakes.loopback import free_port
from tests.support.small_site import lay_out, open_client

pytestmark = pytest.mark.anyio


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        while asked := connection.recv(4096):
                            # Each Redis command starts with `*` and gets one response.
                            connection.sendall(answer * asked.count(b"*"))
            except OSError:
                pass

        Thread(target=serve, daemon=True).start()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}"


async def health(settings, export=None, **changes):
    application = compose(settings.model_copy(update=changes), export, dev=export is None)(PlainTextResponse("reflex"))
    async with open_client(application) as client:
        response = await client.get("/_health")
    assert response.headers["cache-control"] == "no-store"
    body = response.json()
    assert body.pop("database")["status"] == body["parts"].pop("database") == "up"
    if export is not None:
        assert body.pop("disk")["status"] == body["parts"].pop("disk") == "up"
    return response.status_code, body


def health_of(settings, export, check) -> Health:
    async def members(scope, receive, send):
        await members_health(None)(scope, receive, send)

    return Health(settings, export, members, lambda: False, {"inquiries": check}, has_desk=False)


async def short_checks(settings, export, path: str) -> tuple[int, str]:
    async with open_client(compose(settings, export)(PlainTextResponse("reflex"))) as client:
        response = await client.get(path)
    return response.status_code, response.json()["status"]


async def test_all_is_well(settings, export):
    assert await health(settings, export) == (
        200,
        {"status": "up", "build": "build-1", "parts": {"build": "up", "members": "up"}, "desk": "off"},
    )


async def test_in_development_nothing_is_built(settings):
    assert await health(settings) == (200, {"status": "up", "build": None, "parts": {"members": "up"}, "desk": "off"})


@pytest.mark.parametrize("missing", ["index", "page"])
async def test_a_deleted_build_is_down(settings, tmp_path, missing):
    from builder.index import write_index

    root = lay_out(tmp_path / "site", "index.html")
    write_index(root, "build-1")
    export = Export.load(root)
    ((tmp_path / INDEX) if missing == "index" else (root / "index.html")).unlink()
    down = {"status": "down", "build": "build-1", "parts": {"build": "down", "members": "up"}, "desk": "off"}
    assert await health(settings, export) == (503, down)
    assert await short_checks(settings, export, READY_PATH) == (503, "down")
    assert await short_checks(settings, export, LIVE_PATH) == (200, "up")


async def test_redis_that_responds_is_up(settings, export):
    with answering(b"+PONG\r\n") as url:
        status, body = await health(settings, export, redis_url=url)
    assert (status, body["parts"]) == (200, {"build": "up", "redis": "up", "members": "up"})


async def test_redis_that_does_not_respond_is_down(settings, export):
    secret = f"redis://user:s3cret@127.0.0.1:{free_port()}"
    status, body = await health(settings, export, redis_url=secret)
    assert (status, body["status"]) == (200, "degraded"), "public pages need no Redis"
    assert body["parts"] == {"build": "up", "redis": "down", "members": "up"}
    assert "s3cret" not in str(body)


async def test_a_server_is_ready_without_redis(settings, export):
    changed = settings.model_copy(update={"redis_url": f"redis://127.0.0.1:{free_port()}"})
    assert await short_checks(changed, export, READY_PATH) == (200, "up")
    assert await short_checks(changed, export, LIVE_PATH) == (200, "up")


@pytest.mark.parametrize(
    ("free", "status"),
    [
        (MIN_FREE_BYTES - 1, "full"),
        (MIN_FREE_BYTES, "low"),
        (MIN_FREE_BYTES_FOR_FILES - 1, "low"),
        (MIN_FREE_BYTES_FOR_FILES, "up"),
    ],
)
async def test_little_disk_space_is_shown(monkeypatch, tmp_path, free, status):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))
    assert await disk(tmp_path / "not yet" / "there") == {"status": status, "free_megabytes": free // 1024**2}


async def test_too_little_space_for_files_degrades_the_status(monkeypatch, settings, export):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1900 * 1000**2))
    async with open_client(compose(settings, export)(PlainTextResponse("reflex"))) as client:
        body = (await client.get("/_health")).json()
    assert (body["status"], body["parts"]["disk"]) == ("degraded", "low")


async def test_a_database_that_does_not_answer_degrades_the_status(settings, export, tmp_path):
    (tmp_path / "site.db").mkdir()
    application = compose(settings.model_copy(update={"data_dir": tmp_path}), export)(PlainTextResponse("reflex"))
    async with open_client(application) as client:
        response = await client.get("/_health")
    assert (response.status_code, response.json()["status"]) == (200, "degraded")
    assert response.json()["parts"]["database"] == "down"


async def test_a_failing_background_task_is_shown(settings, export):
    async def work() -> None:
        raise OSError

    async with supervised("outbox", work, pauses=(100,)) as supervisor:
        while not supervisor.state.failures:
            await asyncio.sleep(0)
        status, body = await health(settings, export)
    assert (status, body["status"]) == (200, "degraded"), "the server stays in service"
    assert body["parts"] == {"build": "up", "members": "up", "outbox": "failing"}
    assert body["tasks"] == {"outbox": supervisor.state.as_json()}


@pytest.mark.parametrize(
    ("details", "shown"), [({"status": "up", "unsent": 1}, "up"), ({"status": "late"}, "late"), (None, "down")]
)
async def test_another_part_can_degrade_the_status(settings, export, details, shown):
    async def check():
        if details is None:
            raise OSError
        return details

    checked = await health_of(settings, export, check).respond()
    body = json.loads(bytes(checked.body))
    assert (checked.status_code, body["status"]) == (200, "up" if shown == "up" else "degraded")
    assert body["parts"] == {"build": "up", "members": "up", "inquiries": shown}
    assert body["inquiries"] == (details or {"status": "down"})


async def test_a_failure_is_logged_once_with_its_reason(settings, export, caplog):
    failures = [*5 * [StoreError("OperationalError: database is locked")], *2 * [OSError("s3cret")], None, None]

    async def check():
        if failure := failures.pop(0):
            raise failure
        return {"status": "up"}

    checked = health_of(settings, export, check)
    while failures:
        await checked.status()
    assert [(each.levelname, each.getMessage()) for each in caplog.records] == [
        ("ERROR", "Health check of inquiries failed (OperationalError: database is locked)"),
        ("ERROR", "Health check of inquiries failed (OSError)"),
        ("WARNING", "Health check of inquiries succeeds again"),
    ]
