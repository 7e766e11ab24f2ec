from datetime import UTC, datetime, timedelta

import pytest

from app.content.studio import STUDIO
from app.i18n import LANGUAGES

pytestmark = pytest.mark.anyio
PATH = "/.well-known/security.txt"


async def test_security_txt_fields(client, settings):
    response = await client.get(PATH)
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.text.splitlines())
    expires = datetime.fromisoformat(fields.pop("Expires")) - datetime.now(UTC)
    assert timedelta(days=170) < expires < timedelta(days=365)
    assert fields == {
        "Contact": f"mailto:{STUDIO.email}",
        "Preferred-Languages": ", ".join(language.code for language in LANGUAGES),
        "Canonical": settings.site_url + PATH,
    }
