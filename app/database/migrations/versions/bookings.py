"""Adds reservations and booking links. Existing bookings become confirmed bookings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for name in ("held_until", "confirmed", "moved"):
        op.add_column("inquiries", sa.Column(name, sa.Double(), nullable=True))
    op.create_table(
        "booking_links",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inquiry"], ["inquiries.id"], name=op.f("booking_links_inquiry_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("booking_links_pkey")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("booking_links_inquiry"), "booking_links", ["inquiry"], unique=False)
