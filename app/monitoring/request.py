"""The id of the request that is being answered, for whoever reports or logs in the meantime."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Empty outside of requests."""
