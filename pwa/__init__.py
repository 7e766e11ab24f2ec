"""Turns Reflex's Next project into this site."""
