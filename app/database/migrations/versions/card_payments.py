"""Adds card payments for vouchers."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "card_payments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("voucher", sa.Integer(), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.Column("paid", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["voucher"], ["vouchers.number"], name=op.f("card_payments_voucher_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("card_payments_pkey")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("card_payments_voucher"), "card_payments", ["voucher"])
