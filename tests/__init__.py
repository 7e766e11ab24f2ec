"""The tests mirror the source: `tests/server` tests `app/server`. `tests/e2e` runs the site in a browser."""
