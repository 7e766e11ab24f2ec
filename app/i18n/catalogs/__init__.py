"""The gettext catalogs in `locales/`: extraction, merging and checking."""
