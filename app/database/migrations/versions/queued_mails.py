"""Adds the time when an email was queued."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("mails", sa.Column("queued", sa.Double(), nullable=True))
