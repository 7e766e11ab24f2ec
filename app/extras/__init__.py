"""Extras: optional features that start after a page is shown (docs/rings.md). Each extra is a folder of Python and
JavaScript.

If an extra fails, the failure is reported once. The rest of the page still works.
"""
