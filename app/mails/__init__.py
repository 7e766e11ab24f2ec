"""Creates emails in the site's design, as plain text and HTML."""

from app.mails.desk import desk_button
from app.mails.message import HELLO, Attachment, Block, Code, Link, Message, Paragraph, Picture, Quote, Row, Rows
from app.mails.mime import OutgoingMail, UnsendableError, outgoing_mail

__all__ = [
    "HELLO",
    "Attachment",
    "Block",
    "Code",
    "Link",
    "Message",
    "OutgoingMail",
    "Paragraph",
    "Picture",
    "Quote",
    "Row",
    "Rows",
    "UnsendableError",
    "desk_button",
    "outgoing_mail",
]
