"""A fake Patreon: API v2 and OAuth as far as a print club meets them, and the page on which one agrees to sign in.

    python -m tests.fakes.patreon --port 9000

`POST /_fake` makes it misbehave, changes its people or has it send a webhook; see `Fake.control`. It has Patreon's own
faults: numbers where there should be strings, the newest posts on the last page, errors in HTML.
"""

from tests.fakes.patreon.account import (
    CLIENT_ID,
    CLIENT_SECRET,
    CREATOR_REFRESH_TOKEN,
    CREATOR_TOKEN,
    WEBHOOK_SECRET,
    settings,
)
from tests.fakes.patreon.application import MAX_PAGE_SIZE, Fake
from tests.fakes.patreon.process import Running, running

__all__ = (
    "CLIENT_ID",
    "CLIENT_SECRET",
    "CREATOR_REFRESH_TOKEN",
    "CREATOR_TOKEN",
    "MAX_PAGE_SIZE",
    "WEBHOOK_SECRET",
    "Fake",
    "Running",
    "running",
    "settings",
)
