"""Adds a column for the exchange rate of voucher orders."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("vouchers", sa.Column("euro_rate", sa.Text(), nullable=True))
