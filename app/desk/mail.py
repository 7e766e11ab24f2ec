"""Mails sign-in links to the studio."""

import asyncio
import logging
import secrets
import time

from aiosmtplib import SMTPException

from app.desk.limits import LINK_TTL_SECONDS, MAIL_TIMEOUT_SECONDS
from app.i18n import Language, _, use
from app.inquiries.mail import OutgoingMail, UnsendableError, text_mail
from app.inquiries.smtp import MailRefusedError, deliver
from app.routes import url_for
from app.settings import Settings

logger = logging.getLogger(__name__)


async def send_link(token: str, settings: Settings, language: Language) -> None:
    """Sends the link. Only logs a failure: a repeated mail could arrive after the link has expired."""
    mail = link_mail(token, settings, language)
    try:
        async with asyncio.timeout(MAIL_TIMEOUT_SECONDS):
            await deliver(lambda _max_bytes: mail, settings)
    except (MailRefusedError, UnsendableError, SMTPException, OSError) as error:
        logger.error("Sending the desk's sign-in mail failed (%s: %s)", type(error).__name__, error)


def link_mail(token: str, settings: Settings, language: Language) -> OutgoingMail:
    with use(language):
        link = f"{settings.site_url}{url_for('desk-sign-in-step', language, step='open')}?token={token}"
        paragraphs = [
            _("Open this link to sign in to the desk. It works once, for {n} minutes:").format(
                n=LINK_TTL_SECONDS // 60
            ),
            link,
            _("If you didn’t ask for it, do nothing. Nobody gets in without this e-mail."),
        ]
        subject, text = str(_("Sign in to the desk")), "\n\n".join(map(str, paragraphs)) + "\n"
    id = f"desk-{secrets.token_hex(8)}"
    return text_mail(str(settings.mail_to), subject, text, settings, id=id, sent=time.time())
