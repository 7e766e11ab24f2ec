"""The ID of the current request. Logs and error reports contain the ID."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
