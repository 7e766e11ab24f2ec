"""The id of the request being answered, for logs and error reports."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request's id; empty outside requests."""
