"""Limits on inquiries. Those with seconds hold for all processes, as they are counted from what is stored."""

from dataclasses import dataclass


class TooManyError(Exception):
    """A sender has sent too many inquiries. One more is accepted in `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TooManyPlacesError(Exception):
    """A sender has booked as many places as one may."""


@dataclass(frozen=True)
class Limit:
    """At most `count` within `seconds`."""

    count: int
    seconds: float


SENDER_LIMITS = (Limit(10, 3600), Limit(20, 3600), Limit(40, 3600))
"""Inquiries from an address, and from the wider networks that an IPv6 address is part of (/64, /56, /48): a household
may have a /56, so it gets no more by changing addresses."""
PLACES_LIMIT_SECONDS = 86_400
"""Time within which a sender may book the places of one workshop's date, and no more."""
CONFIRMATION_LIMIT = Limit(5, 86_400)
"""Confirmations to one mailbox. Further inquiries in its name are stored without one: nobody can fill a stranger's
mailbox, or keep the stranger from writing."""
MAIL_LIMIT = Limit(300, 3600)
"""Inquiries whose mail is sent at once. The mail of further ones is delayed, and none is refused."""
SENDER_RETENTION_SECONDS = 86_400
"""Time after which a sender's hashes are deleted: no limit counts them any longer."""

MAX_ARRIVING = 48
"""Forms that a process reads at the same time. Each may hold 200 kB in memory."""
MAX_ARRIVING_OF_SENDER = (4, 8, 16)
"""Of these, from one address, and from its wider networks."""
ARRIVING_RESERVE = 16
"""Of these, for senders that read no other form and have wasted none."""
MAX_WAIT_SECONDS = 20
"""Time that a form waits to be read before it is refused."""
MIN_SECONDS = 3
"""Between opening the page and sending the form, where the page reports it."""
