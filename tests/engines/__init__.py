"""The tests that run in Chromium, Firefox and WebKit."""
