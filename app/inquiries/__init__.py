"""Checks and stores inquiries, then sends emails about them."""
