"""Tries each stock component of Reflex, and lists what works."""
