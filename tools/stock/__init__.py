"""Compiles all components of Reflex, and lists the components that work."""
