"""Compiles all of Reflex's components and lists those that work."""
