"""Handles and reports errors in browsers and on the server."""
