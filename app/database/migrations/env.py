"""Runs migrations in the transaction of the caller. Alembic loads this module."""

from alembic import context

from app.database.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
