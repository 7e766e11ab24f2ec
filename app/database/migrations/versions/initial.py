"""Creates the tables. In a database from an earlier release, the table `records` might already exist."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "desk_links",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("issued", sa.Double(), nullable=False),
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.Column("used", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("desk_links_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_table(
        "desk_sessions",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("desk_sessions_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_table(
        "inquiries",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("received", sa.Double(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("workshop", sa.Text(), nullable=True),
        sa.Column("first_workshop", sa.Text(), nullable=True),
        sa.Column("pieces", sa.Integer(), nullable=True),
        sa.Column("colours", sa.Integer(), nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("by", sa.Date(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Double(), nullable=True),
        sa.Column("cancelled", sa.Double(), nullable=True),
        sa.Column("mailbox", sa.Text(), nullable=False),
        sa.Column("searched", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("inquiries_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_index(op.f("inquiries_mailbox"), "inquiries", ["mailbox"], unique=False)
    op.create_index(op.f("inquiries_received"), "inquiries", ["received"], unique=False)
    op.create_index(op.f("inquiries_workshop"), "inquiries", ["workshop"], unique=False)
    op.create_table(
        "records",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("records_pkey")),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )

    op.create_table(
        "secrets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("secrets_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_table(
        "files",
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["inquiry"], ["inquiries.id"], name=op.f("files_inquiry_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("inquiry", "number", name=op.f("files_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_table(
        "mails",
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("sent", sa.Double(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["inquiry"], ["inquiries.id"], name=op.f("mails_inquiry_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("inquiry", "recipient", name=op.f("mails_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_index(op.f("mails_due"), "mails", ["due"], unique=False)
    op.create_table(
        "senders",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["inquiry"], ["inquiries.id"], name=op.f("senders_inquiry_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", "inquiry", name=op.f("senders_pkey")),
        sqlite_with_rowid=False,
    )

    op.create_index(op.f("senders_inquiry"), "senders", ["inquiry"], unique=False)
    op.create_table(
        "file_blocks",
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inquiry", "number"],
            ["files.inquiry", "files.number"],
            name=op.f("file_blocks_inquiry_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("inquiry", "number", "position", name=op.f("file_blocks_pkey")),
    )
