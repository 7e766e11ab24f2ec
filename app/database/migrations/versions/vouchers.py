"""Adds voucher orders. Orders contain no personal data, so they remain when their inquiries are deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "vouchers",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("inquiry", sa.Text(), nullable=True),
        sa.Column("link", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("crowns", sa.Integer(), nullable=False),
        sa.Column("postage", sa.Integer(), nullable=False),
        sa.Column("ordered", sa.Double(), nullable=False),
        sa.Column("paid", sa.Double(), nullable=True),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("used", sa.Double(), nullable=True),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("digest", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["inquiry"], ["inquiries.id"], name=op.f("vouchers_inquiry_fkey"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("number", name=op.f("vouchers_pkey")),
        sqlite_with_rowid=False,
    )
    for name in ("inquiry", "link", "digest"):
        op.create_index(op.f(f"vouchers_{name}"), "vouchers", [name], unique=True)
