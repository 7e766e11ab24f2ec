"""The site's client of Patreon, with a Patreon that answers as the test wants it to."""

import json

import httpx

from app.members import documents
from app.members.creator import Creator
from app.members.patreon import Patreon
from app.members.patreon_api import Api
from app.members.session import Sealer
from app.members.store import MemoryStore, Store
from tests.support.members import KEY, Time

BACK = "http://otisk.test/patreon/callback"
"""Where one returns to from Patreon."""


def answering(settings, answer: httpx.Response | object, time: Time | None = None) -> Patreon:
    """A client of a Patreon that always answers like this."""
    response = answer if isinstance(answer, httpx.Response) else httpx.Response(200, content=json.dumps(answer))
    content, headers = response.content, {"content-type": "application/json", **response.headers}
    transport = httpx.MockTransport(lambda _: httpx.Response(response.status_code, content=content, headers=headers))
    return having(settings, transport, time or Time())


def having(settings, transport: httpx.AsyncBaseTransport, time: Time, store: Store | None = None) -> Patreon:
    """A client whose requests go through this transport."""
    store = store or MemoryStore(clock=time)
    way = Api(settings.patreon_url, store, transport, time)
    return Patreon(settings, way, Creator(settings, way, store, store, Sealer([KEY]), time))


async def no_turn() -> None:
    """For `Patreon.posts`: nothing is waited for between two pages."""


async def every_post(client: Patreon) -> list[documents.RawPost]:
    """The posts of all pages."""
    return [post async for page in client.posts(no_turn) for post in page]


def by_path(settings, **answers: object) -> Patreon:
    """A client of a Patreon with one answer for each part of a path; 404 to everything else."""

    def answer(request: httpx.Request) -> httpx.Response:
        found = next((found for part, found in answers.items() if part in request.url.path), None)
        return httpx.Response(404, json={}) if found is None else httpx.Response(200, json=found)

    return having(settings, httpx.MockTransport(answer), Time())
