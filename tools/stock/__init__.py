"""Tries each stock component of Reflex, and lists the results."""
