"""Helpers of the tests. Tests import from no other test module."""
