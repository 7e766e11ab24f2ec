"""The service worker, and what it keeps."""
