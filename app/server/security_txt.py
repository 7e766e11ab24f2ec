"""`/.well-known/security.txt` (RFC 9116): how to report vulnerabilities.

The file contains an expiry date, so the server creates it for each request.
"""

from datetime import UTC, datetime, timedelta

from starlette.responses import PlainTextResponse, Response

from app.content.studio import STUDIO
from app.i18n import PUBLIC
from app.settings import Settings

PATH = "/.well-known/security.txt"
VALIDITY = timedelta(days=180)
"""The time until the file expires. RFC 9116, section 2.5.5, recommends less than a year."""


def security_txt(settings: Settings) -> Response:
    expires = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + VALIDITY
    fields = {
        "Contact": STUDIO.email_url,
        "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(language.code for language in PUBLIC),
        "Canonical": settings.site_url + PATH,
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return PlainTextResponse(text, headers={"cache-control": "max-age=86400"})
