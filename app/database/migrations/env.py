"""Runs migrations in the caller's transaction. Alembic imports this module."""

from alembic import context

from app.database.tables import metadata

if hasattr(context, "config"):  # `config` exists only while Alembic imports this module
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
