"""Checks and stores inquiries, then sends mails about them."""
