"""Progressive enhancements (see docs/rings.md): a failing one is reported once, and leaves the rest of the page intact.

One folder per extra, its JavaScript beside its Python; every extra is started by `extra.js`.
"""
