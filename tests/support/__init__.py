"""Helpers for several test modules, because test modules must not import each other."""
