"""The ID of the current request, for logs and error reports."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
