"""The address to which a static site sends the inquiry form."""

from app.content.studio import STUDIO
from app.settings import Settings


def destination(settings: Settings) -> str | None:
    """Returns the `https:` or `mailto:` URL for inquiries, or None if the site's own server receives inquiries."""
    return (settings.inquiries_endpoint or STUDIO.email_url) if settings.is_static else None


def is_mail(address: str | None) -> bool:
    return bool(address) and str(address).startswith("mailto:")
