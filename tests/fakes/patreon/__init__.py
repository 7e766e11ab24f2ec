"""A fake Patreon: OAuth sign-in and the parts of API v2 that the site uses.

    python -m tests.fakes.patreon --port 9000

Tests control the fake with `POST /_fake` (`Fake.control`).
"""

from tests.fakes.patreon.account import (
    CLIENT_ID,
    CLIENT_SECRET,
    CREATOR_REFRESH_TOKEN,
    CREATOR_TOKEN,
    WEBHOOK_SECRET,
    settings,
    webhook_signature,
)
from tests.fakes.patreon.application import Fake
from tests.fakes.patreon.process import Running, running

__all__ = (
    "CLIENT_ID",
    "CLIENT_SECRET",
    "CREATOR_REFRESH_TOKEN",
    "CREATOR_TOKEN",
    "WEBHOOK_SECRET",
    "Fake",
    "Running",
    "running",
    "settings",
    "webhook_signature",
)
