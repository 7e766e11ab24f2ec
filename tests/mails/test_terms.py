"""Emails that conclude a contract contain the terms and the right of withdrawal. Every email to a customer names the
company.
"""

import re
from email.message import EmailMessage

import pytest

from app.content.clauses import WITHDRAWAL_DAYS
from app.content.studio import STUDIO
from app.content.terms import ADR_URL, TERMS
from app.content.withdrawal import FORM
from app.content.workshops import CANCELLATION, NO_WITHDRAWAL
from app.i18n import LANGUAGES, Language, use
from tests.fakes.smtp import text_of
from tests.support.mails import html_of, parsed
from tools.mails import samples

MAILS = {sample.name: sample.mail for sample in samples()}
ORDERS = ("enquiry-sample-pack", "voucher-order", "voucher-unpayable", "voucher-sent", "voucher-posted")
BOOKINGS = ("held", "expired", "booked", "moved")
IN_EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


def mail_of(name: str) -> EmailMessage:
    return parsed(MAILS[name])


def bodies(mail: EmailMessage) -> tuple[str, ...]:
    return tuple(" ".join(text.replace("\xa0", " ").split()) for text in (text_of(mail), html_of(mail)))


@pytest.mark.parametrize("name", (*ORDERS, *BOOKINGS))
@IN_EACH_LANGUAGE
def test_the_terms_are_attached(language: Language, name: str) -> None:
    *_others, file = mail_of(f"{name}-{language.code}").iter_attachments()
    assert file.get_content_type() == "text/plain"
    paragraphs = file.get_content().split("\n\n")
    with use(language):
        expected = [str(each) for clause in TERMS for each in clause.paragraphs] + [str(line) for line in FORM]
    assert [each for each in expected if each not in paragraphs] == []
    assert ADR_URL in file.get_content()


@pytest.mark.parametrize("name", ORDERS)
@IN_EACH_LANGUAGE
def test_an_order_s_mail_has_the_right_of_withdrawal(language: Language, name: str) -> None:
    words = {"cs": f"odstoupit do {WITHDRAWAL_DAYS} dnů", "en": f"withdraw from the contract within {WITHDRAWAL_DAYS}"}
    assert all(words[language.code] in body for body in bodies(mail_of(f"{name}-{language.code}")))


@pytest.mark.parametrize("name", BOOKINGS)
@IN_EACH_LANGUAGE
def test_a_booking_s_mail_says_what_a_cancellation_costs(language: Language, name: str) -> None:
    with use(language):
        expected = [str(text).replace("\xa0", " ") for text in (NO_WITHDRAWAL, CANCELLATION)]
    for body in bodies(mail_of(f"{name}-{language.code}")):
        assert [text for text in expected if text not in body] == []


@pytest.mark.parametrize("name", [name for name in MAILS if not name.startswith(("studio-", "desk-"))])
def test_mails_to_customers_name_the_company(name: str) -> None:
    facts = (STUDIO.legal_name, STUDIO.company_id, *re.findall(r"\bC \d+", str(STUDIO.register)))
    for body in bodies(mail_of(name)):
        assert [fact for fact in facts if fact not in body] == []
