"""Handles and reports errors, in the browser and in the server."""
