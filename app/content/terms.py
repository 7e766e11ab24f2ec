"""The terms of business. A lawyer must review this draft before publication."""

from app.content.clauses import IN_FORCE_FROM, WITHDRAWAL_DAYS, Clause
from app.content.delivery import COLLECTION_WEEKS, DUE_DAYS, MAX_DUE_DAYS
from app.content.studio import STUDIO
from app.content.vouchers import ValidityPeriods
from app.content.withdrawal import FORM
from app.content.workshops import CALLED_OFF, CANCELLATION, MOVING, NO_WITHDRAWAL
from app.i18n import _
from app.inquiries.limits import HOLD_HOURS
from app.settings import settings

TITLE = _("Terms of business")
ADR = _("Out-of-court settlement (ADR)")
ADR_URL = "https://adr.coi.cz"
ADR_ADDRESS = "Gorazdova 1969/24, 120 00 Praha 2"
"""The address of the Czech Trade Inspection, which settles disputes with consumers."""
COMPLAINT_DAYS = 30
"""The deadline for settling a consumer's complaint, in days."""
LIABILITY_MONTHS = 24

HELD_PLACES = _(
    "We hold places that you book on this site for {n} hours, or until the end of the day before the workshop if that "
    "is sooner. They are yours once you confirm them with the link in our e-mail; otherwise they are free again."
).format(n=HOLD_HOURS)

TERMS = (
    Clause(
        "who",
        _("Who we are"),
        (
            _(
                "{name}, company ID {id}, VAT ID {vat}, {street}, {postcode} {city}, {register}. E-mail {email}, "
                "phone {phone}. We are registered for VAT."
            ).format(
                name=STUDIO.legal_name,
                id=STUDIO.company_id,
                vat=STUDIO.vat_id,
                street=STUDIO.street,
                postcode=STUDIO.postcode,
                city=STUDIO.city,
                register=STUDIO.register,
                email=STUDIO.email,
                phone=STUDIO.phone,
            ),
            _(
                "These terms are part of every contract with us. What we agree in writing for a particular order "
                "takes precedence. A consumer is a person who does not order in the course of business; what is "
                "said here of consumers is for them only."
            ),
        ),
    ),
    Clause(
        "contract",
        _("How a contract comes about"),
        (
            _(
                "Price lists and estimates on this site are an invitation to ask. We answer your enquiry with a quote: "
                "one price and one date. The quote is valid for 30 days."
            ),
            _(
                "The contract is made when you accept the quote by e-mail or in person. It can be made in Czech or "
                "in English, we keep it with the correspondence, and we send you a copy on request. What your "
                "internet provider charges for the e-mail is between you and them; we add nothing."
            ),
            _(
                "You buy a voucher or a sample pack, or book a place in a workshop, by sending an order. The "
                "contract is made when we confirm it by e-mail."
            ),
            _(
                "Vouchers are valid from the day they are paid for ({periods}). A workshop voucher is good for one "
                "session; any unused value of the others stays valid until the date printed on them."
            ).format(periods=ValidityPeriods()),
            *(() if settings().is_static else (HELD_PLACES,)),
        ),
    ),
    Clause(
        "price",
        _("Price and payment"),
        (
            _("All prices include VAT. The price in the quote is final; postage is stated in it separately."),
            _(
                "Half of the price is paid when you approve the design, the other half when you collect the work or "
                "before we post it. Invoices are due in {n} days; a company can have up to {most} for the second one, "
                "if it asks with the order. We print once the first half has arrived, and the goods are yours once "
                "all of it is paid."
            ).format(n=DUE_DAYS, most=MAX_DUE_DAYS),
            _("A finished print is paid in full once you accept the quote."),
        ),
    ),
    Clause(
        "approval",
        _("Your files and your approval"),
        (
            _(
                "We print what you have approved. Before that we send you a PDF; please read it all, names and "
                "dates above all. A mistake that you approved is corrected at your expense, one that we made at ours."
            ),
            _(
                "You confirm that you have the rights to what you send us. The copyright in a design of ours stays "
                "with its author; with the last payment you may use it for the purpose it was ordered for. We may "
                "show the work in our portfolio, unless you tell us not to."
            ),
            _(
                "Letterpress is work by hand. Small differences in colour, depth and register from piece to piece are "
                "part of it, and are not defects. You get at least as many pieces as you ordered."
            ),
        ),
    ),
    Clause(
        "delivery",
        _("Delivery"),
        (
            _(
                "The date is in the quote and counts from your approval and the first payment. If it is at risk, we "
                "tell you as soon as we know. If we do not deliver even within a reasonable further period, you may "
                "withdraw and get your money back."
            ),
            _(
                "We keep finished work for {weeks} weeks for you to collect. The risk of damage passes to a "
                "consumer when they receive the parcel, to a business when we hand it to the carrier."
            ).format(weeks=COLLECTION_WEEKS),
        ),
    ),
    Clause(
        "withdrawal",
        _("Returning things within {n} days").format(n=WITHDRAWAL_DAYS),
        (
            _(
                "What we make to your order, such as cards with your name, invitations or a poster with your text, "
                "cannot be returned: under section 1837(d) of the Czech Civil Code, there is no right to withdraw "
                "from a contract for goods made to a consumer’s specifications."
            ),
            _(
                "Everything else that a consumer has bought at a distance, such as a poster that was finished already, "
                "a sample pack or an unused voucher, can be returned without giving a reason within {n} days of "
                "receiving it. An e-mail is enough: “I withdraw from the contract for …, received on …, name, address, "
                "account number”. Send the goods back within {n} days after that; you pay for the postage. Within {n} "
                "days of your withdrawal we refund the price and the cheapest postage that we offered, though not "
                "before the goods are on their way."
            ).format(n=WITHDRAWAL_DAYS),
            NO_WITHDRAWAL,
            MOVING,
            CANCELLATION,
            CALLED_OFF,
            _(
                "If you cancel a made-to-order job before it is finished, you pay for what has been done by "
                "then: up to your approval nothing but the agreed price of the design, and after it what "
                "plate, paper and work have cost."
            ),
        ),
    ),
    Clause(
        "form",
        _("Model withdrawal form"),
        (
            _("Complete and send it only if you want to withdraw. You need not use it; any clear statement will do."),
            *FORM,
        ),
    ),
    Clause(
        "complaints",
        _("Complaints"),
        (
            _(
                "If something is wrong, write to {email} or come by, with a photo and the number of the invoice if "
                "you have it. We confirm in writing when the complaint was made, what it is about and what you ask "
                "for."
            ).format(email=STUDIO.email),
            _(
                "To consumers we are liable for defects that show within {months} months of receipt. You may ask us "
                "to print it again or to repair it; if that cannot be done, or is not done in time, for a "
                "reasonable discount, or you may withdraw. We settle a complaint within {days} days. You are "
                "entitled to the reasonable costs of making the claim."
            ).format(months=LIABILITY_MONTHS, days=COMPLAINT_DAYS),
            _(
                "Businesses inspect the goods when they arrive, and report visible defects without delay, others as "
                "soon as they appear. Otherwise the Civil Code applies."
            ),
        ),
    ),
    Clause(
        "disputes",
        _("If we can’t agree"),
        (
            _(
                "Write to us first. A consumer may also ask the Czech Trade Inspection Authority (Česká obchodní "
                "inspekce, ústřední inspektorát, oddělení ADR, {address}) to settle the dispute out of court. It costs "
                "nothing and has to be asked for within a year of the first complaint to us."
            ).format(address=ADR_ADDRESS),
            _(
                "The same authority supervises consumer protection, the trade licensing office of the City of Brno "
                "supervises our trade, and the Office for Personal Data Protection how we treat personal data."
            ),
        ),
    ),
    Clause(
        "law",
        _("And finally"),
        (
            _(
                "The contract is governed by Czech law. A consumer from another country keeps the protection that "
                "the mandatory rules of that country give. If the language versions differ, the Czech one counts."
            ),
            _(
                "We may change these terms for future orders. Your order is governed by those that were in "
                "force when you placed it."
            ),
        ),
    ),
)


def terms_file() -> str:
    clauses = [(f"{number}. {clause.title}", *clause.paragraphs) for number, clause in enumerate(TERMS, 1)]
    paragraphs = (TITLE, *(each for clause in clauses for each in clause), f"{ADR}: {ADR_URL}", IN_FORCE_FROM)
    return "\n\n".join(map(str, paragraphs)) + "\n"
