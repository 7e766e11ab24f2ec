"""Helpers for tests. Test modules do not import each other."""
