"""The database: a SQLite file, or a PostgreSQL database, which several machines can share."""
