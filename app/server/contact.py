"""`/.well-known/security.txt` (RFC 9116): whom to write to about a hole in the site.

It says until when it holds, so it is made when it is asked for, and not by the build, whose bytes have no date.
"""

from datetime import UTC, datetime, timedelta

from starlette.responses import PlainTextResponse, Response

from app.content.studio import STUDIO
from app.i18n import LANGUAGES
from app.settings import Settings

PATH = "/.well-known/security.txt"
HOLDS = timedelta(days=180)
"""The RFC recommends less than a year."""


def respond(settings: Settings) -> Response:
    """The file, for half a year from today on."""
    expires = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + HOLDS
    fields = {
        "Contact": STUDIO.email_url,
        "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(language.code for language in LANGUAGES),
        "Canonical": settings.site_url + PATH,
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return PlainTextResponse(text, headers={"cache-control": "max-age=86400"})
