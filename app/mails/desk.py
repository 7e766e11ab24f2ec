"""A button for emails to the studio. It opens the inquiry on the staff's pages."""

from app.i18n import DEFAULT, _
from app.mails.message import Link
from app.routes import url_for


def desk_button(inquiry: str, site_url: str) -> Link:
    url = f"{site_url}{url_for('desk-sign-in', DEFAULT)}?inquiry={inquiry}"
    return Link(_("Open it on the desk"), url, is_button=True)
