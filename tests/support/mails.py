"""Parses emails like an email client."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from app.mails import OutgoingMail
from app.settings import load

SETTINGS = load(_env_file=None, smtp_url="smtp://127.0.0.1", mail_to="studio@otisk.test", mail_from="web@otisk.test")


def content_of(mail: OutgoingMail) -> bytes:
    return b"".join(mail.blocks())


def parsed(mail: OutgoingMail) -> EmailMessage:
    found: Any = message_from_bytes(content_of(mail), policy=policy.default)
    assert not found.defects and all(not part.defects for part in found.walk())
    return found


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    return body.get_content() if body else ""
