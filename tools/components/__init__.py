"""Writes docs/components.md, the list of the site's components, from the code."""
