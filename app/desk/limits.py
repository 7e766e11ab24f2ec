"""Limits of the desk. docs/security.md says against which attacks they help."""

from app.inquiries.limits import Limit

LINK_TTL_SECONDS = 15 * 60
SESSION_TTL_SECONDS = 12 * 3600
LINK_LIMITS = (Limit(1, 60), Limit(5, 3600))
"""Limits of mails with a link. All visitors share them, because anybody can request such a mail."""
MAIL_TIMEOUT_SECONDS = 60
