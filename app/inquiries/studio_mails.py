"""Emails to the studio: about new inquiries and about changes by customers."""

from collections.abc import Iterator, Mapping, Sequence

from app.content.inquiry import TYPES, WHAT
from app.content.workshops import SPOKEN
from app.database.keys import readable_address
from app.i18n import Text, _
from app.i18n.formats import number
from app.inquiries.file_types import has_active_contents
from app.inquiries.mail_rows import order_rows, price_blocks, workshop_rows
from app.inquiries.store import BOOKED, CANCELLED, MOVED, StoredFile, StoredInquiry
from app.mails import Attachment, Block, Code, Message, Paragraph, Quote, Row, Rows, desk_button
from app.settings import Settings
from app.vouchers.mails import omission_blocks
from app.vouchers.typefaces import NotBuiltError

_CHANGES: Mapping[str, Text] = {
    BOOKED: _("The customer has confirmed the booking"),
    CANCELLED: _("The customer has cancelled the booking"),
    MOVED: _("The customer has moved the booking"),
}


def report(stored: StoredInquiry, attached: Sequence[StoredFile], settings: Settings) -> Message:
    inquiry = stored.inquiry
    blocks: tuple[Block, ...] = (
        Rows("", (*_sender_rows(stored), *order_rows(stored, is_quoted=False))),
        Quote(inquiry.message or "–"),
        *price_blocks(stored),
        *_omission_blocks(stored),
        *_file_blocks(stored, attached),
        *_links(stored, settings),
    )
    what = WHAT[inquiry.what]
    subject = _subject(stored).format(reference=inquiry.reference, what=what)
    attachments = tuple(
        # Senders' file names could be unsafe, so attachments have numbers as names.
        Attachment(f"{position}.{file.ending}", TYPES[file.ending], file.size, file.open)
        for position, file in enumerate(stored.files, 1)
        if file in attached
    )
    return Message(subject, what, blocks, inquiry.reference, attachments, is_signed=False)


def change(stored: StoredInquiry, kind: str, settings: Settings) -> Message:
    reference = stored.inquiry.reference
    what = next(text for prefix, text in _CHANGES.items() if kind.startswith(prefix))
    subject = _("{what}: {reference}").format(what=what, reference=reference)
    rows = Rows("", (*_sender_rows(stored), *workshop_rows(stored)))
    return Message(subject, what, (rows, *_links(stored, settings)), reference, is_signed=False)


def is_risky(file: StoredFile) -> bool:
    if file.ending != "svg":
        return False
    with file.open() as opened:
        return has_active_contents(opened)


def _subject(stored: StoredInquiry) -> Text:
    if stored.booking:
        return _("Booking {reference}: {what}")
    if stored.inquiry.what in ("voucher", "sample-pack"):
        return _("Order {reference}: {what}")
    return _("Enquiry {reference}: {what}")


def _sender_rows(stored: StoredInquiry) -> Iterator[Row]:
    inquiry = stored.inquiry
    yield _("Name"), inquiry.name
    yield _("E-mail"), readable_address(inquiry.email)
    yield _("Language"), SPOKEN.get(inquiry.language, inquiry.language)


def _links(stored: StoredInquiry, settings: Settings) -> Iterator[Block]:
    yield desk_button(stored.inquiry.id, settings.site_url)
    yield Code(f".venv/bin/python -m app.inquiries show {stored.inquiry.id}")


def _omission_blocks(stored: StoredInquiry) -> tuple[Block, ...]:
    try:
        return tuple(omission_blocks(stored.voucher)) if stored.voucher else ()
    except NotBuiltError:  # the studio gets emails even if the site is not built
        return ()


def _file_blocks(stored: StoredInquiry, attached: Sequence[StoredFile]) -> Iterator[Block]:
    if rows := tuple(_file_rows(stored, attached)):
        yield Rows("", rows)
    missing = [file for file in stored.files if file not in attached]
    if any(is_risky(file) for file in missing):
        yield Paragraph(
            _("An SVG file has a script or loads other documents: open it in Illustrator only, never in a browser.")
        )
    if missing:
        yield Paragraph(_("To get files that are not attached, open the desk, or run this command on the server:"))
        yield Code(f".venv/bin/python -m app.inquiries files {stored.inquiry.id} .")


def _file_rows(stored: StoredInquiry, attached: Sequence[StoredFile]) -> Iterator[Row]:
    for position, file in enumerate(stored.files, 1):
        label = _("Attached as {file}") if file in attached else _("Not attached")
        yield label.format(file=f"{position}.{file.ending}"), f"{file.name} ({_file_size(file)})"


def _file_size(file: StoredFile) -> str:
    if file.size < 1e6:
        return f"{number(max(1, round(file.size / 1000)))}\u00a0kB"
    return f"{number(round(file.size / 1e6, 1))}\u00a0MB"
