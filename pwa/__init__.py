"""Turns the Next project that Reflex generates into this site."""
