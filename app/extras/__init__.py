"""Progressive enhancements (docs/rings.md). An extra that fails is reported once; the rest of the page still works.

Each extra has its own folder with Python and JavaScript.
"""
