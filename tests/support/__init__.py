"""Helpers that test modules share, because test modules must not import each other."""
