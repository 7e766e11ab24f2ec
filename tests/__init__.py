"""The tests mirror the source: `tests/server` tests `app/server`, and so on. `tests/e2e` runs the site in a browser."""
