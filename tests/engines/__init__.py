"""Tests that run in Chromium, Firefox and WebKit."""
