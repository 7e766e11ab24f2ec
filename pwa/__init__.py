"""Builds the site: shapes the Next project that Reflex generates. All patches of generated code are here."""
