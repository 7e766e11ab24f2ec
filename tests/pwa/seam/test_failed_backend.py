import httpx
import pytest

from pwa.seam.failed_backend import failed

pytestmark = pytest.mark.anyio


async def test_every_request_gets_the_error() -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(failed("a <b>")), base_url="http://test") as client:
        response = await client.get("/anything")
    assert response.status_code == 500 and "a &lt;b&gt;" in response.text


@pytest.mark.parametrize(
    ("kind", "sent"),
    [("lifespan", ["lifespan.startup.complete", "lifespan.shutdown.complete"]), ("websocket", ["websocket.close"])],
)
async def test_it_starts_and_stops_and_closes_sockets(kind: str, sent: list[str]) -> None:
    messages: list[str] = []

    async def receive() -> dict[str, str]:
        return {}

    async def send(message: dict[str, str]) -> None:
        messages.append(message["type"])

    await failed("")({"type": kind}, receive, send)  # pyright: ignore[reportArgumentType]
    assert messages == sent
