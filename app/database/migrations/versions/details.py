"""Adds the column `details` for inquiry fields without their own column."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("inquiries", sa.Column("details", sa.JSON(), server_default="{}", nullable=False))
