"""Adds a column for all inquiry fields that have no column of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("inquiries", sa.Column("details", sa.JSON(), server_default="{}", nullable=False))
