import pytest

from app.server.compose import compose
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio


async def test_nothing_configured(client):
    response = await client.get("/config.json")
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    expected = {"buildId": "build-1", "environment": "production", "sentryDsn": None, "analyticsId": None}
    assert response.json() == expected


async def test_configured_and_in_development(settings):
    dsn = "https://k@sentry.test/1"
    sentry = {"sentry_dsn": dsn, "sentry_environment": "stage"}
    configured = settings.model_copy(update={**sentry, "analytics_id": "G-1", "patreon_client_id": "club"})
    async with open_client(compose(configured, dev=True)(reflex())) as client:
        response = await client.get("/config.json")
    assert response.json() == {"buildId": None, "environment": "stage", "sentryDsn": dsn, "analyticsId": "G-1"}
