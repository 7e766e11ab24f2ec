"""What a page can do without (see docs/rings.md): each of these fails alone, is reported once, and leaves the page.

A folder an extra, its JavaScript beside its Python; `extra.js` is the one way to start any of them.
"""
