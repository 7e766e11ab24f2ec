"""Checks and stores inquiries, then sends mail about them."""
