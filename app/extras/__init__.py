"""Features that add to a page after it is shown (docs/rings.md). Each has a folder with Python and JavaScript.

An extra that fails is reported once. The rest of the page still works.
"""
