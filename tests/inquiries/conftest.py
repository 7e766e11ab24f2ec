from collections.abc import AsyncIterator

import httpx
import pytest
from pydantic import SecretStr

from app.database.database import Database
from app.inquiries.store import Store
from app.settings import Settings
from tests.support.inquiries import open_site


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


@pytest.fixture
def site_settings(settings: Settings, database: Database) -> Settings:
    return settings.model_copy(update={"database_url": SecretStr(database.url), "data_dir": database.folder})


@pytest.fixture
def mailing_settings(site_settings: Settings) -> Settings:
    mail = {"smtp_url": SecretStr("smtp://127.0.0.1:1"), "mail_to": "studio@otisk.test", "mail_from": "web@otisk.test"}
    return site_settings.model_copy(update=mail)


@pytest.fixture
async def visitor(built: None, site_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with open_site(site_settings) as client:
        yield client
