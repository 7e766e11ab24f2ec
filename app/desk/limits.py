"""Limits for sign-in to the staff pages."""

from app.inquiries.limits import Limit

LINK_TTL_SECONDS = 15 * 60
SESSION_TTL_SECONDS = 12 * 3600
LINK_LIMITS = (Limit(1, 60), Limit(5, 3600))
"""The limits on sign-in emails. They apply to all requests together, because every email goes to the studio."""
MAIL_TIMEOUT_SECONDS = 60
