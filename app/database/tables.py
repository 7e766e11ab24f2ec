"""The tables. Each change needs a migration (docs/inquiries.md#the-database)."""

from sqlalchemy import (
    JSON,
    Column,
    Date,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={  # migrations need constraint names
        "ix": "%(table_name)s_%(column_0_name)s",
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
    }
)


def _id_of_inquiry() -> Column[str]:
    return Column("inquiry", Text, ForeignKey("inquiries.id", ondelete="CASCADE"), primary_key=True)


inquiries = Table(
    "inquiries",
    metadata,
    Column("id", Text, primary_key=True),
    Column("received", Double, nullable=False, index=True),
    Column("language", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("workshop", Text, index=True),
    Column("first_workshop", Text),  # the original workshop of a moved booking
    Column("pieces", Integer),
    Column("colours", Integer, nullable=False),
    Column("paper", Text, nullable=False),
    Column("by", Date),
    Column("name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("places", Integer, nullable=False),  # booked seats; 0 after a cancellation
    Column("answered", Double),
    Column("cancelled", Double),
    Column("held_until", Double),  # the end of the reservation; null after confirmation
    Column("confirmed", Double),
    Column("moved", Double),  # the time of the last move
    Column("mailbox", Text, nullable=False, index=True),  # `email`, normalised by `keys.mailbox()`
    Column("details", JSON, nullable=False, server_default="{}"),  # keyed by field name (app/content/inquiry.py)
    Column("crowns", Integer),  # the fixed price when sent; null for estimates, and in rows from earlier releases
    Column("searched", Text, nullable=False),  # all searchable text, normalised by `keys.folded()`
    sqlite_with_rowid=False,
)
files = Table(
    "files",
    metadata,
    _id_of_inquiry(),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("size", Integer, nullable=False),
    sqlite_with_rowid=False,
)
file_blocks = Table(
    "file_blocks",
    metadata,
    Column("inquiry", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    ForeignKeyConstraint(["inquiry", "number"], ["files.inquiry", "files.number"], ondelete="CASCADE"),
)
mails = Table(
    "mails",
    metadata,
    _id_of_inquiry(),
    Column("recipient", Text, primary_key=True),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("queued", Double),  # when the email was queued or rejected; null in rows from earlier releases
    Column("due", Double, index=True),
    Column("sent", Double),
    Column("error", Text),
    sqlite_with_rowid=False,
)
senders = Table(
    "senders",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("inquiry", Text, ForeignKey("inquiries.id", ondelete="CASCADE"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)
booking_links = Table(
    "booking_links",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("inquiry", Text, ForeignKey("inquiries.id", ondelete="CASCADE"), nullable=False, index=True),
    sqlite_with_rowid=False,
)
vouchers = Table(
    "vouchers",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("inquiry", Text, ForeignKey("inquiries.id", ondelete="SET NULL"), unique=True, index=True),
    Column("link", LargeBinary, nullable=False, unique=True, index=True),  # SHA-256 of the token in the order's link
    Column("kind", Text, nullable=False),
    Column("crowns", Integer, nullable=False),
    Column("postage", Integer, nullable=False),
    Column("delivery", Text),  # "email" or "post"; null in rows from earlier releases
    Column("months", Integer),  # the months of validity after payment; null in rows from earlier releases
    Column("euro_rate", Text),  # crowns per euro on the day of the order; null in rows from earlier releases
    Column("buys", Text),  # the goods, in the language of the order; null in rows from earlier releases
    Column("ordered", Double, nullable=False),
    Column("paid", Double),
    Column("valid_until", Date),
    Column("used", Double),
    Column("code", Text),  # needed to send the voucher again; deleted when the voucher is used or expires
    Column("digest", LargeBinary, unique=True, index=True),  # SHA-256 of the code
    sqlite_with_rowid=False,
)
card_payments = Table(
    "card_payments",
    metadata,
    Column("id", Text, primary_key=True),  # the payment's ID at the payment provider
    Column("voucher", Integer, ForeignKey("vouchers.number"), nullable=False, index=True),
    Column("started", Double, nullable=False),
    Column("paid", Double),
    sqlite_with_rowid=False,
)
secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
desk_links = Table(
    "desk_links",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("issued", Double, nullable=False),
    Column("inquiry", Text, nullable=False),
    Column("used", Double),
    sqlite_with_rowid=False,
)
desk_sessions = Table(
    "desk_sessions",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("until", Double, nullable=False),
    sqlite_with_rowid=False,
)
records = Table(
    "records",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("until", Double, nullable=False),
    sqlite_with_rowid=False,
)
