"""Fakes of external services."""
