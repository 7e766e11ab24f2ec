"""The error page's text, for the server and the browser."""

from app.i18n import _

TITLES = {
    400: _("Bad Request"),
    401: _("Unauthorized"),
    403: _("Forbidden"),
    404: _("Page Not Found"),
    500: _("Internal Server Error"),
    502: _("Bad Gateway"),
    503: _("Service Unavailable"),
    504: _("Gateway Timeout"),
}
"""Headings, keyed by HTTP status. For other statuses, the heading is the error's own message."""
NOT_ALLOWED = _("Method not allowed")
INCOMPLETE = _("This form is incomplete.")
TOO_LARGE = _("This request is too large.")
TOO_MANY = _("Too many requests. Try again in a minute.")
LONG_ADDRESS = _("The address is too long.")
LONG_HEADERS = _("The headers are too long.")
MESSAGES = {each.msgid: each for each in (NOT_ALLOWED, INCOMPLETE, TOO_LARGE, TOO_MANY, LONG_ADDRESS, LONG_HEADERS)}
"""Translatable headings, keyed by the message of the HTTPException."""
HINTS = {404: _("We don’t have this page. You may find what you’re looking for here:")}
"""Sentences above the links to the main pages, keyed by HTTP status."""
OTHERWISE = _("An error occurred")
SORRY = _("We're sorry, something went wrong.")
BACK = _("Go back home")
