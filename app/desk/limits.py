"""The limits of the desk. docs/security.md lists the attacks that the limits stop."""

from app.inquiries.limits import Limit

LINK_TTL_SECONDS = 15 * 60
SESSION_TTL_SECONDS = 12 * 3600
LINK_LIMITS = (Limit(1, 60), Limit(5, 3600))
"""Limits of mails with a link. They apply to all visitors together, because strangers can request mails too."""
MAIL_TIMEOUT_SECONDS = 60
