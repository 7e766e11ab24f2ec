"""Emails to the sender of an inquiry. They never contain the sender's free text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.content.inquiry import WHAT
from app.content.moments import moment
from app.content.workshops import (
    CALLED_OFF,
    CANCELLATION,
    DATES,
    IF_PAID,
    KIND,
    NO_WITHDRAWAL,
    NOT_HELD,
    PRAGUE,
    booking_ends,
    find,
    is_called_off,
    is_over,
    last_day_to_move,
    longest_hold,
)
from app.i18n import Text, _, current
from app.i18n.formats import day
from app.inquiries.actions import ActionError, can_change, check_move
from app.inquiries.booking_calendar import calendar_attachments
from app.inquiries.booking_texts import seats_text, workshop_day
from app.inquiries.mail_rows import order_rows, price_blocks, workshop_rows
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, StoredInquiry
from app.mails import HELLO, Attachment, Block, Link, Message, Paragraph, Rows
from app.mails.terms import ATTACHED, WITHDRAWAL, terms_attachment
from app.routes import url_for
from app.settings import Settings

PAYMENT = _("We’ll send you the payment details on the next working day.")
_PAYMENT_OF_BOOKING = _(
    "If you don’t pay with a voucher, we’ll send you the payment details on the next working day. If the workshop is "
    "sooner, you pay there."
)
_ENQUIRY = (
    _("We have your enquiry {reference}. One of us will answer it within two working days, with one final price."),
)
_QUOTED = (*_ENQUIRY, _("You order by accepting our quote, which is valid for 30 days. Until then nothing is binding."))
_ORDER = _("We have your order {reference}.")
_LEADS: Mapping[str, tuple[Text, ...]] = {
    **dict.fromkeys(("cards", "invitations", "posters", "prints"), _QUOTED),
    "workshop": (
        _("We have your enquiry {reference}. One of us will suggest a date within two working days."),
        _("No place is booked for you yet."),
    ),
    "voucher": (_ORDER, PAYMENT, _("We send the voucher as soon as your payment has arrived.")),
    "sample-pack": (_ORDER, PAYMENT, _("The pack leaves on the working day after your payment has arrived.")),
}
"""The first sentences of the confirmation email, keyed by kind of order. Bookings of a date get a different email."""
_IF_WRONG = _("If this is wrong, or if you haven’t written to us at all, please reply to this e-mail.")
_HOLD_ENDS = _(
    "After that time the link still works up to the day before the workshop, as long as there is a place left. On the "
    "same page you can choose another date, or cancel."
)
_BOOKING_ENDS = _(
    "After that, this date can no longer be booked. Until then you can also choose another date on the same page, or "
    "cancel."
)
_HOLD_SIMPLY_ENDS = _(
    "If you haven’t written to us at all, do nothing: the hold simply ends. For anything else, reply to this e-mail."
)
_HOLD_HAS_ENDED = _(
    "We held {seats} for you at the workshop on {date} until {until}, Brno time. You can still book, up to the day "
    "before the workshop, as long as there are enough free places."
)
_OTHER_DATE = _("On the same page you can choose another date, or cancel.")
_NOTHING_BOOKED = _(
    "If you haven’t written to us at all, do nothing: nothing is booked. For anything else, reply to this e-mail."
)
_CALLED_OFF = _(
    "We are sorry: the workshop on {date} has been called off. You can have another date, or your money back if you "
    "have already paid."
)
_CONDITIONS = (NO_WITHDRAWAL, CANCELLATION, ATTACHED)
_UNEXPECTED = _("If you did not expect this e-mail, reply to it.")


def message_to_customer(stored: StoredInquiry, kind: str, link: str, settings: Settings, now: float) -> Message:
    """Returns an email of the given kind. `link` is the URL of the booking's page."""
    mails = _BookingMails(stored, link, settings.site_url, now)
    if stored.booking and is_called_off(stored.workshop):
        return mails.called_off()
    if kind == CANCELLED or (kind == SENDER and stored.booking == "cancelled"):
        return mails.cancelled()
    if kind.startswith(MOVED):
        return mails.moved(kind)
    if kind == BOOKED or (kind == SENDER and stored.booking == "booked"):
        return mails.booked()
    return mails.held() if link else _confirmation(stored)


def _confirmation(stored: StoredInquiry) -> Message:
    inquiry = stored.inquiry
    leads = _LEADS.get(inquiry.what, _ENQUIRY)
    blocks: list[Block] = [HELLO, *(Paragraph(text.format(reference=inquiry.reference)) for text in leads)]
    blocks.append(Rows(_("What you sent us"), tuple(order_rows(stored, is_quoted=True))))
    blocks += price_blocks(stored)
    blocks.append(Paragraph(_IF_WRONG, is_note=True))
    subject, title = _("Your enquiry {reference}: {what}"), _("We have your enquiry")
    files: tuple[Attachment, ...] = ()
    if _ORDER in leads:
        blocks.insert(-1, Paragraph(WITHDRAWAL))
        files = (terms_attachment(),)
        subject, title = _("Your order {reference}: {what}"), _("We have your order")
    subject = subject.format(reference=inquiry.reference, what=WHAT[inquiry.what])
    return Message(subject, title, tuple(blocks), inquiry.reference, files)


@dataclass(frozen=True)
class _BookingMails:
    """The emails about one booking. Without a `link`, they do not lead to the booking's page."""

    stored: StoredInquiry
    link: str
    site_url: str
    now: float

    def held(self) -> Message:
        """Returns the email with the confirmation link. If the reservation has expired, the text is different."""
        if booking_ends(self.stored.workshop).timestamp() <= self.now:
            return self._missed()
        if self.stored.booking == "held":
            lead = _("We are holding {seats} for you at the workshop on {date}, until {until}, Brno time.")
            ends_early = (self.stored.held_until or 0) < longest_hold(self.stored.workshop)
            changes, closing = _HOLD_ENDS if ends_early else _BOOKING_ENDS, _HOLD_SIMPLY_ENDS
        else:
            lead, changes, closing = _HOLD_HAS_ENDED, _OTHER_DATE, _NOTHING_BOOKED
        return self._message(
            _("Please confirm your booking {reference}"),
            _("Please confirm your booking"),
            self._filled(lead),
            Paragraph(_("To book, open the link and press the button there.")),
            Link(_("Confirm the booking"), self.link, is_button=True),
            Rows(_("Your booking"), tuple(workshop_rows(self.stored))),
            Paragraph(changes),
            *map(Paragraph, _CONDITIONS),
            closing=closing,
            files=(terms_attachment(),),
        )

    def _missed(self) -> Message:
        lead = _(
            "We held {seats} for you at the workshop on {date} until {until}, Brno time, but could not send you the "
            "link to confirm the booking in time. We are sorry. This date can no longer be booked, so you have no "
            "booking and nothing to pay."
        )
        subject, title = _("Your booking {reference}: not confirmed"), _("Booking not confirmed")
        return self._message(subject, title, self._filled(lead), *self._other_dates())

    def booked(self) -> Message:
        return self._about_date(
            _("Booked: workshop on {date} ({reference})"),
            _("Booked"),
            leads=(
                _("You’re booked: {seats} at the workshop on {date}. We look forward to seeing you."),
                _PAYMENT_OF_BOOKING,
            ),
            late=_("You were booked: {seats} at the workshop on {date}. We are sorry that this e-mail comes so late."),
            closing=_UNEXPECTED,
        )

    def moved(self, kind: str) -> Message:
        previous = kind.removeprefix(MOVED)[: len("2027-01-16")]
        leads = (_("We have moved your booking to a new date: {date}, {seats}."),)
        if self._is_by_customer(kind):
            leads = (_("You have moved your booking to a new date: {date}, {seats}."),)
        elif is_called_off(previous):
            reason = str(_CALLED_OFF.format(date=workshop_day(previous)))
            leads = (reason, _("We have moved your booking to {date}: {seats}."))
        return self._about_date(
            _("Your booking {reference}: a new date"),
            _("A new date"),
            leads=leads,
            late=_("Your booking was moved to {date}: {seats}. We are sorry that this e-mail comes so late."),
            closing=_("If the date does not suit you, or you did not expect this e-mail, reply to it."),
        )

    def _about_date(
        self, subject: Text, title: Text, *, leads: tuple[Text | str, ...], late: Text, closing: Text
    ) -> Message:
        """Returns an email about a confirmed booking. If the workshop is over, the text is `late`, without links."""
        if is_over(self.stored.workshop, datetime.fromtimestamp(self.now, PRAGUE)):
            leads, closing, links, conditions, files = (late,), _UNEXPECTED, (), (ATTACHED,), ()
        else:
            links = (*self._changes(), *self._page_of_date())
            conditions, files = _CONDITIONS, calendar_attachments(self.stored, self.now)
        return self._message(
            subject,
            title,
            *map(self._filled, leads),
            Rows(_("Your booking"), tuple(workshop_rows(self.stored))),
            *links,
            *map(Paragraph, conditions),
            closing=closing,
            files=(*files, terms_attachment()),
        )

    def _is_by_customer(self, kind: str) -> bool:
        """Whether the customer made the change. If so, the studio also gets an email."""
        return any(mail.kind == f"{CHANGE}{kind}" for mail in self.stored.mails)

    def _page_of_date(self) -> Iterator[Block]:
        if workshop := find(self.stored.workshop):
            page = self.site_url + url_for("workshop", current(), date=workshop.id)
            yield Link(_("What to bring, and where"), page)

    def _changes(self) -> Iterator[Block]:
        if not self.link or not can_change(self.stored, self.now, "customer"):
            return
        label = _("Move or cancel the booking")
        try:
            check_move(self.stored, self.now)
        except ActionError:
            label = _("Cancel the booking")
        else:
            last_day = day(last_day_to_move(self.stored.workshop))
            yield Paragraph(_("You can move the booking to another date once, until {day}.").format(day=last_day))
        yield Link(label, self.link)

    def cancelled(self) -> Message:
        if self._is_by_customer(CANCELLED):
            lead = _("You have cancelled your booking {reference}: {seats} at the workshop on {date}.")
            rules = (CANCELLATION,)
        else:  # the customer may have asked the studio to cancel, so the email contains the rules for both cases
            lead = _("We have cancelled your booking {reference}: {seats} at the workshop on {date}.")
            rules = (CALLED_OFF, CANCELLATION)
        return self._message(
            _("Your booking {reference}: cancelled"),
            _("Booking cancelled"),
            self._filled(lead),
            Paragraph(IF_PAID),
            *map(Paragraph, rules),
            Paragraph(_("If anything is unclear, reply to this e-mail.")),
            Link(_("Terms of business"), self.site_url + url_for("terms", current())),
            *self._other_dates(),
            files=calendar_attachments(self.stored, self.now),
        )

    def called_off(self) -> Message:
        blocks: list[Block] = [self._filled(_CALLED_OFF)]
        files: tuple[Attachment, ...] = ()
        if self.stored.booking == "cancelled":
            cancelled = _("Your booking {reference} is cancelled. Reply to this e-mail to tell us which you prefer.")
            blocks += (self._filled(cancelled), *self._other_dates())
            files = calendar_attachments(self.stored, self.now)
        else:
            if self.link and can_change(self.stored, self.now, "customer"):
                blocks.append(Link(_("Move or cancel the booking"), self.link, is_button=True))
            blocks.append(Paragraph(_("If anything is unclear, reply to this e-mail.")))
        subject = _("Called off: workshop on {date} ({reference})")
        return self._message(subject, NOT_HELD, *blocks, files=files)

    def _other_dates(self) -> tuple[Block, ...]:
        dates = f"{self.site_url}{url_for('vouchers-category', current(), category=KIND)}#{DATES}"
        return Paragraph(_("Would you like another date?")), Link(_("Workshop dates"), dates)

    def _message(
        self,
        subject: Text,
        title: Text,
        *blocks: Block,
        closing: Text = _UNEXPECTED,
        files: tuple[Attachment, ...] = (),
    ) -> Message:
        contents = (HELLO, *blocks, Paragraph(closing, is_note=True))
        return Message(subject.format(**self._values()), title, contents, self.stored.inquiry.reference, files)

    def _filled(self, text: Text | str) -> Paragraph:
        return Paragraph(text.format(**self._values()))

    def _values(self) -> dict[str, Text | str]:
        return {
            "reference": self.stored.inquiry.reference,
            "seats": seats_text(self.stored),
            "date": workshop_day(self.stored.workshop),
            "until": moment(self.stored.held_until or 0),
        }
