"""The privacy notice: which personal data the site stores, why, for how long, and which rights visitors have.

The notice must match the code, docs/members.md (sessions) and docs/monitoring.md (reports).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.content.clauses import Clause
from app.content.destination import destination, is_mail
from app.content.people import FirstNames
from app.content.studio import STUDIO
from app.http.cookies import own_name
from app.i18n import Text, _
from app.i18n.detection import COOKIE_TTL_SECONDS
from app.settings import settings

INQUIRY_DAYS = settings().inquiries_days
"""The retention period for inquiries in days, as the notice states. Servers with a longer period log an error."""
CARDS = _(
    "If you pay for a voucher by card, you do so at GoPay (GOPAY s.r.o., České Budějovice), which is itself "
    "responsible for what you give it there. It gets the number and the price of your order from us, and the link back "
    "to your order. We never see your card."
)
FORM_SERVICE = _(
    "The form on this site goes to a form service ({host}), which passes on to us what you write and the files that "
    "you attach."
)
SESSION_DAYS = 30
LANGUAGE_DAYS = COOKIE_TTL_SECONDS // (24 * 60 * 60)
BACKUP_DAYS = 30
"""The age at which backups are deleted, in days (docs/operations.md)."""
INVOICE_YEARS = 10
PLATE_YEARS = 3

SENTRY_PERIOD = _("{n} days, at Sentry, if we use it").format(n=90)

OFFICE_URL = "https://uoou.gov.cz"


@dataclass(frozen=True)
class PersonalData:
    occasion: Text
    what: Text
    why: Text
    until: Text


@dataclass(frozen=True)
class BrowserData:
    name: str
    purpose: Text
    until: Text


SIGN_IN = PersonalData(
    _("You sign in to the print club"),
    _(
        "your Patreon ID, the ID of your membership and your name, sealed in a cookie; your tiers and whether your "
        "membership is paid, on our server; none of your passwords or tokens"
    ),
    _("so that you can read what you pay for: performance of a contract (Article 6(1)(b))"),
    _(
        "{n} days, or until you sign out; your tiers, and whether your membership is paid, for a day. To make the "
        "cookie invalid when you sign out, we store its ID until the {n} days are over; if you sign out everywhere, "
        "your Patreon ID for {n} days"
    ).format(n=SESSION_DAYS),
)
JOIN = PersonalData(
    _("You join the print club on Patreon, change your membership or leave"),
    _("your Patreon ID and the ID of your membership, which Patreon sends us, even if you never sign in here"),
    _("so that the posts open or close here at once: performance of a contract (Article 6(1)(b))"),
    _("{n} days after the last change").format(n=SESSION_DAYS),
)

PERSONAL_DATA = (
    PersonalData(
        _("You write to us or send an enquiry"),
        _(
            "name, e-mail, phone, what you choose and write, your date, the files that you attach; for companies, "
            "their name and ID"
        ),
        _("to answer and to prepare a quote: steps before a contract (Article 6(1)(b) GDPR)"),
        _("{n} days, unless it becomes an order").format(n=INQUIRY_DAYS),
    ),
    PersonalData(
        _("You order"),
        _("name, address, e-mail, phone, what you ordered and approved; for companies, their IDs"),
        _("to make it, deliver it and answer for it: performance of a contract (Article 6(1)(b))"),
        _("{years} years, as long as your plate is here").format(years=PLATE_YEARS),
    ),
    PersonalData(
        _("You pay"),
        _("what an invoice contains, and the payment"),
        _("bookkeeping and taxes: a legal obligation (Article 6(1)(c))"),
        _("{years} years, as the VAT Act requires").format(years=INVOICE_YEARS),
    ),
    PersonalData(
        _("You order a voucher or a sample pack"),
        _(
            "name, e-mail, phone, what you write, a postal address if it goes by post; the name and the text on "
            "the voucher, its value, number and dates; for companies, their name and ID"
        ),
        _("to send it, and to find a lost one: performance of a contract (Article 6(1)(b))"),
        _("{n} days; a voucher’s details until it is used up or has expired").format(n=INQUIRY_DAYS),
    ),
    PersonalData(
        _("You come to a workshop"),
        _("name, e-mail, phone, what you write, the date and how many of you come"),
        _("to keep a place for you and to tell you of changes: performance of a contract (Article 6(1)(b))"),
        _(
            "{n} days after the workshop; if nothing is booked in the end, {n} days after the enquiry, but not before "
            "the workshop, or {n} days after the cancellation"
        ).format(n=INQUIRY_DAYS),
    ),
    *(() if settings().is_static else (SIGN_IN, JOIN)),
    PersonalData(
        _("You get prints from the print club"),
        _("your name and postal address, from Patreon or from the person who gave you the membership"),
        _(
            "to post them to you: performance of a contract (Article 6(1)(b)); if it’s a gift, our legitimate interest "
            "in delivering it (Article 6(1)(f))"
        ),
        _("until the membership ends; what belongs in our accounts, {years} years").format(years=INVOICE_YEARS),
    ),
    PersonalData(
        _("You use the site"),
        _(
            "that you came and with which browser; in about one page load in ten, which pages you open and how quickly "
            "they appear, and in as many a recording of what happens on them, with all texts and pictures masked; no "
            "names, no cookies"
        ),
        _("to see where the site is slow or confusing: our legitimate interest in a site that works (Article 6(1)(f))"),
        SENTRY_PERIOD,
    ),
    PersonalData(
        _("Something breaks on the site"),
        _(
            "what went wrong, on which page and in which browser, perhaps a recording of the page with all texts and "
            "pictures masked; no names, no cookies"
        ),
        _("to repair it: our legitimate interest in a site that works (Article 6(1)(f))"),
        SENTRY_PERIOD,
    ),
    PersonalData(
        _("You agree that we count visits"),
        _("which pages are read, on what kind of device"),
        _(
            "to know what is worth writing: your consent (Article 6(1)(a)), which you can withdraw at the foot of "
            "the page"
        ),
        _("at Google, for 14 months at most; once you withdraw your consent, nothing is added"),
    ),
)

_IS_SECURE = settings().site_url.startswith("https:")
SIGN_IN_COOKIES = (
    BrowserData(
        own_name("session", secure=_IS_SECURE),
        _("that you have signed in to the print club"),
        _("{n} days").format(n=SESSION_DAYS),
    ),
    BrowserData(
        own_name("signin", secure=_IS_SECURE),
        _(
            "in which browser you are signing in; afterwards, that somebody has signed in with it: that keeps "
            "strangers from using up your attempts"
        ),
        _("ten minutes while you sign in, then half a year"),
    ),
)

BROWSER_DATA = (
    BrowserData(
        "i18n_redirected",
        _("the language that you have chosen, or in which you keep this site as an app"),
        _("{n} days").format(n=LANGUAGE_DAYS),
    ),
    *(() if settings().is_static else SIGN_IN_COOKIES),
    BrowserData(
        "notice:*, install",
        _("what you have answered, and which notices you have seen or closed, so that we don’t repeat them"),
        _("until you delete it"),
    ),
    BrowserData(
        "inquiry, inquiries, notice:lost",
        _(
            "the enquiry that you have begun to write, or that waits to be sent; that you have closed the notice about "
            "one that was refused or couldn’t be sent"
        ),
        _(
            "until you have read that it has arrived, or clear it; a draft, or an enquiry that was refused or couldn’t "
            "be delivered, until your second visit after 30 days at the latest"
        ),
    ),
    BrowserData(
        "_ga, _ga_*", _("Google Analytics; only if you agree"), _("until you withdraw your consent, 14 months at most")
    ),
    BrowserData(
        "Cache Storage",
        _("pages and pictures, so that the site works without a network; and your language"),
        _(
            "until the next version; larger pictures until your first visit after 30 days, the language until you "
            "delete it"
        ),
    ),
)

LOG = _("Its log may say which page was requested, when and with what result, but not by whom.")
LIMITS = _(
    "To stop anyone who tries out passwords or sends junk by the thousand, the server holds IP addresses: usually for "
    "minutes, at most for an hour after you’ve left. If you send a form, it also stores a fingerprint of the address "
    "for a day. Without our secret key, nobody can tell the address from it. We do both in our legitimate interest "
    "(Article 6(1)(f))."
)
BACKUPS = _("What we delete stays in our backups for {n} days at most.").format(n=BACKUP_DAYS)
STATIC_LOG = _(
    "The pages are sent by our hosting provider. Its log may say which page was requested, when and from which IP "
    "address."
)


def _form_service(address: str | None) -> Iterator[Text]:
    if address and not is_mail(address):
        yield FORM_SERVICE.format(host=urlsplit(address).hostname)


PRIVACY = (
    Clause(
        "controller",
        _("Who is responsible for your data"),
        (
            _(
                "{name}, company ID {id}, {street}, {postcode} {city}. Write to {email}; a letter or a visit will "
                "do as well."
            ).format(
                name=STUDIO.legal_name,
                id=STUDIO.company_id,
                street=STUDIO.street,
                postcode=STUDIO.postcode,
                city=STUDIO.city,
                email=STUDIO.email,
            ),
            _("We’re a small studio and need no data protection officer: {names} will answer.").format(
                names=FirstNames("or")
            ),
        ),
    ),
    Clause(
        "kept",
        _("What we keep, and why"),
        (
            _(
                "Only what we need, and only for as long as it’s useful. If you’re just reading, we don’t know who you "
                "are."
            ),
            *(() if settings().is_static else (BACKUPS,)),
        ),
    ),
    Clause(
        "browser",
        _("What your browser stores"),
        (
            _(
                "Cookies and other things that stay with you. All but the ones for counting are needed for "
                "something that you have asked for, so we don’t need to ask for consent. You can delete them "
                "in your browser at any time."
            ),
        ),
    ),
    Clause(
        "others",
        _("Who else sees it"),
        (
            _(
                "Only those we can’t do without: our providers of hosting and e-mail, our accountant, the "
                "carrier of your parcel, the bank. Each sees no more than it needs. We sell nothing to "
                "anybody, and send no newsletters."
            ),
            _(
                "The print club runs on Patreon, which is itself responsible for the data of its accounts. "
                "Pictures and videos in members’ posts come from Patreon, YouTube (without cookies) and Vimeo, "
                "which then learn your IP address."
            ),
            _(
                "If we use Sentry, your browser sends it reports of errors, measurements and recordings directly, so "
                "it learns your IP address. So does Google if you let us count visits."
            ),
            *_form_service(destination(settings())),
            *((CARDS,) if settings().has_card_payments else ()),
            _(
                "Patreon, Sentry and Google are in the United States. Data goes there under the EU–US Data Privacy "
                "Framework or the European Commission’s standard contractual clauses."
            ),
        ),
    ),
    Clause("server", _("What the server writes down"), (STATIC_LOG,) if settings().is_static else (LOG, LIMITS)),
    Clause(
        "rights",
        _("What you may ask of us"),
        (
            _(
                "What we know about you, with a copy; that we correct or delete it; that we restrict its use or "
                "pass it to somebody else in a machine-readable form. You may object to what we do in our "
                "legitimate interest, and withdraw consent at any time."
            ),
            _("Write to {email}. We answer within a month, free of charge.").format(email=STUDIO.email),
            _(
                "If you think that we mishandle your data, tell us. You may also complain to the Office for Personal "
                "Data Protection (Úřad pro ochranu osobních údajů, Pplk. Sochora 27, 170 00 Praha 7)."
            ),
            _("No machine makes decisions about you here, and nobody profiles you."),
        ),
    ),
)
