"""The ID of the current request, for logs and reports of errors."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
