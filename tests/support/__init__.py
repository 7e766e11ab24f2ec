"""Helpers for tests. Test modules do not import from each other."""
