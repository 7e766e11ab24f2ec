"""Sends sign-in links to the studio."""

import asyncio
import logging
import secrets
import time

from aiosmtplib import SMTPException

from app.desk.limits import LINK_TTL_SECONDS, MAIL_TIMEOUT_SECONDS
from app.i18n import Language, _, use
from app.inquiries.smtp import MailRefusedError, deliver
from app.mails import Link, Message, OutgoingMail, Paragraph, UnsendableError, outgoing_mail
from app.routes import url_for
from app.settings import Settings

logger = logging.getLogger(__name__)


async def send_link(token: str, settings: Settings, language: Language) -> None:
    """Sends a sign-in link. Does not retry after a failure, because the link expires soon."""
    mail = link_mail(token, settings, language)
    try:
        async with asyncio.timeout(MAIL_TIMEOUT_SECONDS):
            await deliver(lambda _max_bytes: mail, settings)
    except (MailRefusedError, UnsendableError, SMTPException, OSError) as error:
        logger.error("Sending the desk's sign-in mail failed (%s: %s)", type(error).__name__, error)


def link_mail(token: str, settings: Settings, language: Language) -> OutgoingMail:
    with use(language):
        link = f"{settings.site_url}{url_for('desk-sign-in-step', language, step='open')}?token={token}"
        title = _("Sign in to the desk")
        how = _("Open this link and press the button there. It works once, for {n} minutes.")
        blocks = (
            Paragraph(how.format(n=LINK_TTL_SECONDS // 60)),
            Link(title, link, is_button=True),
            Paragraph(_("If you didn’t ask for it, do nothing. Nobody gets in without this e-mail."), is_note=True),
        )
        message = Message(title, title, blocks, is_signed=False)
        id = f"desk-{secrets.token_hex(8)}"
        return outgoing_mail(message, settings, to=str(settings.mail_to), id=id, sent=time.time())
