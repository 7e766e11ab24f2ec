"""Adds columns for the delivery and validity of voucher orders, and for fixed prices of inquiries."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("inquiries", sa.Column("crowns", sa.Integer(), nullable=True))
    op.add_column("vouchers", sa.Column("delivery", sa.Text(), nullable=True))
    op.add_column("vouchers", sa.Column("months", sa.Integer(), nullable=True))
