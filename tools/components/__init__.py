"""Generates docs/components.md, the reference of the site's components, from the code."""
