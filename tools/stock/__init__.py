"""Tries each component that Reflex includes, and lists which of them work."""
