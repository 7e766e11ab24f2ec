"""Tests in Chromium, Firefox and WebKit. Fixtures of this package end with it."""
