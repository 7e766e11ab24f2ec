"""Extras: features that add to a page after it is shown (docs/rings.md). Each extra has a folder with Python and
JavaScript.

If an extra fails, the failure is reported once, and the rest of the page still works.
"""
