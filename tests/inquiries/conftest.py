from collections.abc import AsyncIterator

import httpx
import pytest
from pydantic import SecretStr

from app.database.database import Database
from app.http.export import Export
from app.inquiries.store import Store
from app.server.compose import compose
from app.settings import Settings
from tests.support.small_site import reflex


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


@pytest.fixture
def site_settings(settings: Settings, database: Database) -> Settings:
    return settings.model_copy(update={"database_url": SecretStr(database.url), "data_dir": database.folder})


@pytest.fixture
async def visitor(built: None, site_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client that calls the built site within the test process."""
    transport = httpx.ASGITransport(compose(site_settings, Export.load())(reflex()))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        yield client
