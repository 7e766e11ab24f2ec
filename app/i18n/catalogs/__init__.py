"""Extracts messages from the code, merges them into the catalogs in `locales/`, and checks translations."""
