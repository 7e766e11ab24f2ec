"""`python -m tools.mails`: writes each kind of email to `screenshots/mails/`, in each language, as .eml and .html.

`--pictures` also takes screenshots on a phone and in a large window, in light and dark mode.
"""

import argparse
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from playwright.sync_api import Page, sync_playwright

from app.content.studio import STUDIO as OFFICE
from app.content.studio import Account
from app.content.workshops import upcoming
from app.desk.mail import link_mail
from app.folders import ROOT
from app.i18n import LANGUAGES, Language
from app.inquiries import customer_mails
from app.inquiries.mail import compose, has_link
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, STUDIO, StoredFile, StoredInquiry, StoredMail
from app.mails import OutgoingMail
from app.settings import Settings, load
from app.vouchers import mails as voucher_mails
from app.vouchers import payment
from app.vouchers.choice import Choice
from app.vouchers.orders import SENT, TO_PRINT, Order, Recipient
from tests.support.chromium import launch
from tests.support.inquiry_factory import make_inquiry

FOLDER = ROOT / "screenshots" / "mails"
WIDTHS = (390, 800)
SCHEMES = ("light", "dark")
RECEIVED = 1_795_000_000.0
"""The date of all emails: a Unix time in November 2026."""
PAST = "2026-11-14"
BOOKED_DATE = next((each.id for each in upcoming(datetime.fromtimestamp(RECEIVED, UTC))), "2026-12-12")
TOKEN = "Qm9va2luZy1saW5rLW9mLWEtc2FtcGxlLW1haWwtMDE"
CUSTOMER = {"name": "Jana Nováková", "email": "jana@example.com"}
WITH_ACCOUNTS = replace(
    OFFICE,
    account=Account("CZ6508000000192000145399", "GIBACZPX"),
    euro_account=Account("SK3112000000198742637541", "TATRSKBX"),
)


class Sample(NamedTuple):
    name: str
    mail: OutgoingMail


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mails", description=__doc__)
    parser.add_argument("--pictures", action="store_true", help="also take screenshots")
    options = parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    write(FOLDER)
    if options.pictures:
        _take_pictures(sorted(FOLDER.glob("*.html")))
    print(f"Mails are in {FOLDER.relative_to(ROOT)}/.")
    return 0


def write(folder: Path) -> None:
    for name, mail in samples():
        content = b"".join(mail.blocks())
        (folder / f"{name}.eml").write_bytes(content)
        (folder / f"{name}.html").write_text(html_of(content))


def samples() -> Iterator[Sample]:
    settings = load(
        _env_file=None,
        site_url="https://otisk.example",
        smtp_url="smtp://127.0.0.1",
        mail_to="studio@otisk.example",
        mail_from="web@otisk.example",
    )
    for language in LANGUAGES:
        for name, stored, kind in _customer_mails(language):
            yield Sample(f"{name}-{language.code}", _composed(stored, kind, settings))
        with patch.object(customer_mails, "is_called_off", lambda _workshop: True):
            called_off = _composed(_booking(language, booking="booked", confirmed=RECEIVED + 3600), BOOKED, settings)
        yield Sample(f"called-off-{language.code}", called_off)
        with patch.object(payment, "STUDIO", WITH_ACCOUNTS):
            order = _composed(_voucher(language), SENDER, settings)
        yield Sample(f"voucher-order-{language.code}", order)
        yield Sample(f"desk-{language.code}", link_mail(TOKEN, settings, language))
    for name, stored, kind in _studio_mails():
        yield Sample(name, _composed(stored, kind, settings))


def html_of(content: bytes) -> str:
    mail: EmailMessage[Any, Any] = message_from_bytes(content, policy=policy.default)  # pyright: ignore
    body = mail.get_body(("html",))
    html = body.get_content() if body else ""
    for part in mail.walk():
        if name := str(part["Content-ID"] or "").strip("<>"):
            encoded = b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{encoded}")
    return html


def _composed(stored: StoredInquiry, kind: str, settings: Settings) -> OutgoingMail:
    """Composes an email with an empty voucher PDF, because real PDFs need fonts from a build."""
    with (
        patch.object(voucher_mails, "voucher_pdf", lambda *_order: b"%PDF-1.7\n"),
        patch.object(voucher_mails, "missing", lambda _text: ""),
        patch.object(voucher_mails, "shortened", lambda *_order: False),
    ):
        token = TOKEN if has_link(stored, kind) else ""
        return compose(stored, kind, settings, token=token, clock=lambda: RECEIVED)


def _customer_mails(language: Language) -> Iterator[tuple[str, StoredInquiry, str]]:
    for what in ("cards", "workshop", "sample-pack", "other"):
        yield f"enquiry-{what}", _order(language, what=what), SENDER
    held = {"booking": "held", "held_until": RECEIVED + 86_400}
    booked = {"booking": "booked", "confirmed": RECEIVED + 3600}
    moved = StoredMail(f"{MOVED}1", 0, None, None, None)
    yield "held", _booking(language, **held), SENDER
    expired = {"booking": "expired", "held_until": RECEIVED - 60}
    yield "expired", _booking(language, **expired), SENDER
    yield "missed", _booking(language, workshop=PAST, **expired), SENDER
    yield "booked", _booking(language, **booked), BOOKED
    yield "moved", _booking(language, **booked, moved=RECEIVED + 7200, mails=(moved,)), f"{MOVED}1"
    own = StoredMail(f"{CHANGE}{CANCELLED}", 0, None, None, None)
    cancelled = booked | {"booking": "cancelled", "cancelled": RECEIVED + 9000}
    yield "cancelled-by-customer", _booking(language, **cancelled, mails=(own,)), CANCELLED
    yield "voucher-unpayable", _voucher(language), SENDER
    yield "voucher-sent", _paid(_voucher(language)), SENT
    yield "voucher-posted", _paid(_voucher(language, is_by_post=True)), SENT
    yield "cancelled", _booking(language, **cancelled), CANCELLED
    yield "moved-late", _booking(language, **booked, workshop=PAST), f"{MOVED}1"


def _studio_mails() -> Iterator[tuple[str, StoredInquiry, str]]:
    czech, english = LANGUAGES[0], LANGUAGES[-1]
    yield "studio-enquiry", _order(czech), STUDIO
    yield "studio-booking", _booking(english, booking="held", held_until=RECEIVED + 86_400), STUDIO
    yield "studio-voucher", _voucher(english, is_by_post=True), STUDIO
    yield "studio-voucher-to-print", _paid(_voucher(english, is_by_post=True)), TO_PRINT
    yield "studio-change", _booking(english, booking="booked", confirmed=RECEIVED + 3600), f"{CHANGE}{BOOKED}"


def _order(language: Language, what: str = "cards") -> StoredInquiry:
    is_priced = what == "cards"
    inquiry = make_inquiry(
        id="7c9e6679-7425-40de-944b-e07fc1f90ae7",
        language=language.code,
        what=what,
        message="Dobrý den,\n\nvizitky pro dva lidi, <po> stovce. Podklady přikládám.\n\nDíky & hezký den",
        **CUSTOMER,
        **({"colours": 2, "paper": "heavier", "by": date(2026, 12, 18)} if is_priced else {"pieces": None}),
    )
    files = (_file("logo.pdf", "pdf", 84_213), _file("znak.svg", "svg", 5120)) if is_priced else ()
    return StoredInquiry(inquiry, RECEIVED, files, ())


def _file(name: str, ending: str, size: int) -> StoredFile:
    contents = b"<svg><script/></svg>" if ending == "svg" else b"x" * size
    return StoredFile(name, ending, len(contents), lambda: BytesIO(contents))


def _booking(language: Language, workshop: str = BOOKED_DATE, **changes: Any) -> StoredInquiry:
    inquiry = make_inquiry(
        id="3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        language=language.code,
        what="workshop",
        workshop=workshop,
        pieces=2,
        message="Těšíme se!",
        **CUSTOMER,
    )
    return StoredInquiry(inquiry, RECEIVED, **{"files": (), "mails": (), **changes})


def _voucher(language: Language, *, is_by_post: bool = False) -> StoredInquiry:
    details = {"voucher": "workshop-1900", "recipient": "Markéta", "message": "Ať se daří!"}
    details |= {"delivery": "post", "address": "Lidická 1, Brno"} if is_by_post else {"delivery": "email"}
    ordered = _order(language, what="voucher").inquiry
    inquiry = replace(ordered, details=details)
    recipient = Recipient(inquiry.name, inquiry.email, language.code, "Markéta", "Ať se daří!", "Lidická 1, Brno")
    choice = Choice("workshop", 1900, is_by_post, postage=90 if is_by_post else 0)
    order = Order(2_600_001, choice, RECEIVED, "ordered", inquiry.id, token=TOKEN, recipient=recipient)
    return StoredInquiry(inquiry, RECEIVED, (), (), voucher=order)


def _paid(stored: StoredInquiry) -> StoredInquiry:
    assert stored.voucher
    paid = {"state": "valid", "paid": RECEIVED + 9000, "valid_until": date(2027, 11, 18), "code": "K7M2QX4TB9WD3HRA"}
    return replace(stored, voucher=replace(stored.voucher, **paid))


def _take_pictures(files: list[Path]) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        page = browser.new_page()
        for width, scheme in product(WIDTHS, SCHEMES):
            page.set_viewport_size({"width": width, "height": 600})
            page.emulate_media(color_scheme=scheme)
            for file in files:
                _take_picture(page, file, f"{width}-{scheme}")
        browser.close()


def _take_picture(page: Page, file: Path, suffix: str) -> None:
    page.goto(file.as_uri())
    page.screenshot(path=file.with_name(f"{file.stem}-{suffix}.png"), full_page=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
