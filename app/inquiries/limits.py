"""Limits that protect the inquiry form from the attacks in docs/security.md."""

from dataclasses import dataclass

MAX_PIECES = 10_000
MAX_PEOPLE = 20
MAX_VOUCHER = 50_000
MAX_NAME = 100
MAX_PHONE = 30
MAX_COMPANY = 100
MAX_COMPANY_NUMBER = 11  # a Czech company number has eight digits and may contain spaces
MAX_RECIPIENT = 100
MAX_GREETING = 300
MAX_GREETING_LINES = 8
MAX_ADDRESS = 300
MAX_EMAIL = 254  # the limit in RFC 5321, section 4.5.3.1.3
MAX_TYPED_EMAIL = 1_000
MAX_MESSAGE = 5_000
MAX_FILES = 3
MAX_FILE_MEGABYTES = 10
MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1_000_000
MAX_FILE_NAME = 100
MAX_YEARS_AHEAD = 5
MAX_QUERY_FIELDS = 32
MIN_SECONDS_ON_PAGE = 3
MAX_QUEUE_DAYS = 7

# Limits on the request body.
MAX_TEXT_BYTES = 200_000
MAX_BODY_BYTES = MAX_FILES * MAX_FILE_BYTES + MAX_TEXT_BYTES
MAX_FIELDS = 40
MAX_FIELD_BYTES = 64_000
MIN_FREE_BYTES_FOR_FILES = 2 * 1000**3
MAX_SCANNED_BYTES = 64 * 1024  # Illustrator writes several kB before `<svg>`
MIN_BODY_TIMEOUT_SECONDS = 60
MIN_BYTES_PER_SECOND = 16_000  # `post.js` has the same limit
CHUNK_TIMEOUT_SECONDS = 30

# Limits on forms that one process reads at the same time.
MAX_OPEN_FORMS = 48
MAX_OPEN_FORMS_OF_SENDER = (4, 8, 16)  # for the three network sizes in SENDER_LIMITS
RESERVED_OPEN_FORMS = 16  # reserved for senders with no other open form and no recent timeout
MAX_WAIT_SECONDS = 20


@dataclass(frozen=True)
class Limit:
    count: int
    seconds: float


# Limits on new inquiries: per IPv4 address or IPv6 /64 network, per /56, and per /48.
SENDER_LIMITS = (Limit(10, 3600), Limit(20, 3600), Limit(40, 3600))
HOUSEHOLD_NETWORKS = 2  # the first two sizes, because a household has a /64 or a /56
SEATS_LIMIT_SECONDS = 86_400
HOLD_HOURS = 24
HOLD_SECONDS = HOLD_HOURS * 3600
"""The maximum time until an unconfirmed booking expires."""
CONFIRMATION_LIMIT = Limit(5, 86_400)
ORDER_CONFIRMATION_LIMIT = Limit(20, 86_400)
MAIL_LIMIT = Limit(300, 3600)
SENDER_RETENTION_SECONDS = 86_400

# Limits on the booking page.
BOOKING_PAGE_RATE, BOOKING_PAGE_BURST = 0.5, 30
"""The maximum number of requests per second, and the maximum burst, for each network."""
MAX_ACT_BYTES = 1_000

# Limits on checks of voucher codes.
CHECK_RATE, CHECK_BURST = 0.05, 10

SWEEP_SECONDS = 3600.0
SWEEP_BATCH = 10
"""The maximum number of inquiries that a transaction deletes (300 MB of files)."""
CHECK_SECONDS = 1.0
READ_TIMEOUT_SECONDS = 5.0

RETRY_SECONDS = (5.0, 30.0, 120.0, 600.0, *48 * (1800.0,), 6 * 3600.0)
MAX_TRIES_WITH_ATTACHMENTS = 4
MAX_TRIES_TO_CUSTOMER = len(RETRY_SECONDS) + 15  # five days, as RFC 5321 recommends in section 4.5.4.1
MAX_TRIES_IN_OUTAGE = len(RETRY_SECONDS)
POLL_SECONDS = 2.0
TAKEOVER_POLLS = 4
LATE_SECONDS = 3600
MAX_ERROR_LENGTH = 300
MAIL_TIMEOUT_SECONDS = 1800.0
SMTP_TIMEOUT_SECONDS = 30
DATA_TIMEOUT_SECONDS = 600  # the timeout in RFC 5321, section 4.5.3.2.6
