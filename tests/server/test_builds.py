import pytest

from app.server.compose import compose
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio
PATH = "/builds/latest.json"


async def latest(client) -> dict[str, object]:
    answer = (await client.get(PATH)).json()
    assert len(answer.pop("headers")) == 8
    return answer


async def test_the_build_that_is_served(client):
    response = await client.get(PATH)
    assert response.status_code == 200
    assert await latest(client) == {"id": "build-1", "patreon": False}
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"


async def test_in_development_nothing_is_built(settings):
    async with open_client(compose(settings, dev=True)(reflex())) as client:
        assert await latest(client) == {"id": None, "patreon": False}


@pytest.mark.parametrize(
    ("setting", "consent"),
    [({"sentry_dsn": "https://key@sentry.test/1"}, {}), ({"analytics_id": "G-1"}, {"consent": True})],
)
async def test_it_shows_whether_the_public_settings_are_needed(settings, export, setting, consent):
    async with open_client(compose(settings.model_copy(update=setting), export)(reflex())) as client:
        assert await latest(client) == {"id": "build-1", "patreon": False, "config": "/config.json", **consent}


async def test_it_shows_whether_sign_in_is_configured(settings, export):
    club = settings.model_copy(update={"patreon_client_id": "club"})
    async with open_client(compose(club, export)(reflex())) as client:
        assert await latest(client) == {"id": "build-1", "patreon": True}
