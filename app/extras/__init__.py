"""Progressive enhancements (docs/rings.md): one that fails is reported once and leaves the rest of the page intact.

Each extra has its own folder with Python and JavaScript.
"""
