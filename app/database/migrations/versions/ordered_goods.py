"""Adds a text column for the goods of voucher orders."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("vouchers", sa.Column("buys", sa.Text(), nullable=True))
