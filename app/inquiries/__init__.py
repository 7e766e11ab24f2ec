"""Inquiries: checks, stores and confirms them, then sends their mail."""
