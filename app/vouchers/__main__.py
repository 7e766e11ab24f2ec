"""`python -m app.vouchers`: lists voucher orders, marks them as paid or used, and writes vouchers as PDF."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path
from time import time

from app.content.moments import studio_day, utc_time
from app.database.command import open_private, printable, run_command
from app.database.database import Database, open_database
from app.i18n import DEFAULT, LANGUAGES, language_of, use
from app.settings import settings
from app.vouchers import codes
from app.vouchers.orders import Order, Reason, VoucherError, Vouchers
from app.vouchers.payment import in_euros
from app.vouchers.pdf import shortened, voucher_pdf
from app.vouchers.typefaces import NotBuiltError, missing

MAX_EARLIER_DAYS = 60
"""The maximum time from a payment to its order. After a restore, lost orders are entered again."""
_IMPOSSIBLE: Mapping[Reason, str] = {
    "missing": "There is no such order.",
    "paid": "The order is already marked as paid. Nothing was sent again.",
    "unpaid": "The order is not paid for.",
    "used": "The voucher is already used.",
}


def main(arguments: list[str]) -> int:
    return run_command(_parser(), arguments, lambda: open_database(settings()), "There are no orders yet", _run)


def _run(database: Database, chosen: Namespace) -> int:
    try:
        return chosen.run(Vouchers(database), chosen)
    except VoucherError as error:
        print(_IMPOSSIBLE[error.reason], file=sys.stderr)
    except NotBuiltError as error:
        print(error, file=sys.stderr)
    return 1


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m app.vouchers", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("list", help="lists orders, the newest last").set_defaults(run=_list)
    for name, (run, does) in _OF_ONE.items():
        command = commands.add_parser(name, help=does)
        command.add_argument("voucher", metavar="NUMBER", help="the order number, or the code on the voucher")
        if name == "show":
            command.add_argument("--pdf", type=Path, metavar="FILE", help="writes the voucher as a PDF, for printing")
            names, help = [each.code for each in LANGUAGES], "for a voucher whose enquiry was deleted"
            command.add_argument("--language", choices=names, default=DEFAULT.code, help=help)
        if name == "paid":
            help = "the day of payment, such as 2026-12-30; without it, today"
            command.add_argument("on", nargs="?", type=date.fromisoformat, metavar="DATE", help=help)
        if name == "extend":
            command.add_argument("until", type=date.fromisoformat, metavar="DATE", help="such as 2027-12-31")
        command.set_defaults(run=run)
    return parser


def _list(vouchers: Vouchers, _chosen: Namespace) -> int:
    for order in reversed(vouchers.all()):
        who = f"{printable(order.recipient.customer)} <{order.recipient.email}>" if order.recipient else "(deleted)"
        by_post = ", by post" if order.choice.is_by_post else ""
        paid = f", paid {studio_day(order.paid)}" if order.paid else ""
        what = f"{_what(order)}{by_post}, total {_total(order)}{paid}"
        print(f"{order.number}  {utc_time(order.ordered)}  {order.state}  {what}  {who}")
    return 0


def _paid(vouchers: Vouchers, chosen: Namespace) -> int:
    is_mailed = settings().smtp_url is not None
    found = _found(vouchers, chosen)
    first = studio_day(found.ordered) - timedelta(MAX_EARLIER_DAYS)
    if chosen.on and not first <= chosen.on <= studio_day(time()):
        print(f"The day of payment cannot be before {first} or after today.", file=sys.stderr)
        return 1
    order = vouchers.mark_paid(found.number, mailed=is_mailed, on=chosen.on)
    print(f"The order {order.number} is paid for. The voucher is valid until {order.valid_until}.")
    if order.recipient is None or not is_mailed:
        print(f"No mail is sent. Write the PDF with `.venv/bin/python -m app.vouchers show {order.number} --pdf FILE`.")
    elif order.choice.is_by_post:
        print("The running server mails the PDF to the studio: print it and post it within three working days.")
    else:
        print("The running server sends the mail.")
    return 0


def _used(vouchers: Vouchers, chosen: Namespace) -> int:
    order = _found(vouchers, chosen)
    vouchers.mark_used(order.number)
    print(f"The voucher {order.number} ({_what(order)}) is marked as used.")
    if order.state == "expired":
        print(f"It had run out: it was valid until {order.valid_until}.")
    return 0


def _extend(vouchers: Vouchers, chosen: Namespace) -> int:
    order = _found(vouchers, chosen)
    last = order.valid_until
    if chosen.until < studio_day(time()):
        print("The new last day is over.", file=sys.stderr)
        return 1
    if last and (chosen.until < last or (chosen.until == last and not order.used)):
        print(f"The last day of the voucher is already {last}.", file=sys.stderr)
        return 1
    extended = vouchers.extend(order.number, chosen.until, order.used)
    print(f"The voucher {order.number} ({_what(order)}) is valid until {extended.valid_until}.")
    if order.used:
        print(f"It was marked as used on {studio_day(order.used)}. Now it can be used again.")
    if extended.code != order.code:
        print("Its old code was deleted, so it has a new one.")
    print(f"No mail is sent. Write the PDF with `.venv/bin/python -m app.vouchers show {order.number} --pdf FILE`.")
    return 0


def _show(vouchers: Vouchers, chosen: Namespace) -> int:
    order = _found(vouchers, chosen)
    for name, value in _facts(order).items():
        if value:
            print(f"{name}: {printable(str(value))}")
    for payment in vouchers.card_payments(order.number):
        print(f"card payment: {payment.id}, {f'paid {utc_time(payment.paid)}' if payment.paid else 'not paid'}")
    with use(language_of(chosen.language)):
        return _write(order, chosen.pdf) if chosen.pdf else 0


def _write(order: Order, file: Path) -> int:
    if order.code is None:
        print("Only a valid voucher has a PDF.", file=sys.stderr)
        return 1
    contents = voucher_pdf(order, settings().site_url)
    with open(file, "xb", opener=open_private) as saved:
        saved.write(contents)
    print(file)
    if order.recipient and (lost := missing(order.recipient.name + order.recipient.message)):
        print(f"The typefaces have no {' '.join(lost)}: the PDF leaves them out.", file=sys.stderr)
    if order.recipient and shortened(order.choice, order.recipient):
        print("The name or the text does not fit on the voucher: the PDF shortens it.", file=sys.stderr)
    return 0


def _found(vouchers: Vouchers, chosen: Namespace) -> Order:
    order = vouchers.search(chosen.voucher)
    if order is None:
        raise VoucherError("missing")
    return order


def _facts(order: Order) -> Mapping[str, object]:
    recipient = order.recipient
    return {
        "number": order.number,
        "state": order.state,
        "voucher": _what(order),
        "postage": order.choice.postage,
        "total": _total(order),
        "ordered": utc_time(order.ordered),
        "paid": order.paid and utc_time(order.paid),
        "valid until": order.valid_until,
        "used": order.used and utc_time(order.used),
        "code": order.code and codes.grouped(order.code),
        "inquiry": order.inquiry,
        "customer": recipient and f"{recipient.customer} <{recipient.email}>, {recipient.language}",
        "for": recipient and recipient.name,
        "text": recipient and recipient.message,
        "address": recipient and recipient.address,
    }


_OF_ONE: Mapping[str, tuple[Callable[[Vouchers, Namespace], int], str]] = {
    "paid": (_paid, "marks an order as paid; the voucher goes out by mail"),
    "used": (_used, "marks a voucher as used"),
    "extend": (_extend, "changes a voucher's last day; a used voucher can be used again"),
    "show": (_show, "shows an order"),
}


def _what(order: Order) -> str:
    return f"{order.choice.kind} {order.choice.crowns} CZK"


def _total(order: Order) -> str:
    return f"{order.choice.total} CZK{in_euros(order)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
