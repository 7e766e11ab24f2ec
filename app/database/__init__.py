"""The database: a SQLite file, or PostgreSQL, which several machines can share."""
