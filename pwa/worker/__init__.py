"""The service worker and its caching rules."""
