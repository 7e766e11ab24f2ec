"""The site's database: one SQLite file, or PostgreSQL, which several machines can share."""
