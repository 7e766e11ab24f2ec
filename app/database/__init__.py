"""The site's database: a SQLite file, or a PostgreSQL database for several machines."""
