"""Limits for sign-in to the staff pages."""

from app.inquiries.limits import Limit

LINK_TTL_SECONDS = 15 * 60
SESSION_TTL_SECONDS = 12 * 3600
LINK_LIMITS = (Limit(1, 60), Limit(5, 3600))
"""The limits on the total number of sign-in emails. When one is reached, only known browsers can request more."""
KNOWN_BROWSER_TTL_SECONDS = 180 * 24 * 3600
KNOWN_BROWSER_RATE, KNOWN_BROWSER_BURST = 5 / 3600, 5
"""The limit for each browser that has signed in before. Other browsers cannot use up this limit."""
SIGN_IN_RATE, SIGN_IN_BURST = 0.5, 30
"""The limit for unknown browsers, per network. Otherwise, sign-in requests could occupy the database's write lock."""
MAIL_TIMEOUT_SECONDS = 60
