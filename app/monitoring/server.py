"""Reports every logged server error to Sentry if the settings contain a DSN."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from app.monitoring.request import request_id
from app.monitoring.scrub import scrubbed
from app.settings import Settings

FLUSH_TIMEOUT_SECONDS = 2
PERSONAL_KEYS = ("request", "user", "server_name", "modules")

logger = logging.getLogger(__name__)


def start(settings: Settings, release: str | None) -> None:
    """Starts Sentry if there is a DSN. `release` is the build ID."""
    if not settings.sentry_dsn:
        return
    import sentry_sdk
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(  # Sentry adds no personal data, because `send_default_pii` is off by default
        dsn=settings.sentry_dsn,
        environment=settings.sentry_environment,
        release=release,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR, sentry_logs_level=None),
            DedupeIntegration(),
        ],
        include_local_variables=False,
        max_request_body_size="never",
        server_name="",
        before_send=lambda event, _hint: prepared(event),  # pyright: ignore[reportArgumentType]
    )


@asynccontextmanager
async def reporting(settings: Settings, release: str | None) -> AsyncIterator[None]:
    """Sends pending reports on shutdown, because Sentry's exit handler is off."""
    start(settings, release)
    try:
        yield
    finally:
        await asyncio.to_thread(flush)


def flush() -> None:
    if sentry := sys.modules.get("sentry_sdk"):  # loaded only if there is a DSN
        sentry.flush(FLUSH_TIMEOUT_SECONDS)


def prepared(event: dict[str, Any]) -> dict[str, Any]:
    """Returns a report without personal data."""
    left = scrubbed({name: value for name, value in event.items() if name not in PERSONAL_KEYS})
    if request_id.get():  # added last, because `scrubbed` could mistake the ID for a secret
        left["tags"] = {**left.get("tags", {}), "request_id": request_id.get()}
    return left


@contextmanager
def own_trace() -> Iterator[None]:
    sentry = sys.modules.get("sentry_sdk")
    if sentry is None:
        yield
        return
    with sentry.isolation_scope() as scope:
        scope.set_new_propagation_context()
        yield


class OwnTraces:
    """Starts a new trace for each request and websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with own_trace():
            await self.app(scope, receive, send)


def call_failed(service: str, operation: str, *, status: int | None = None, error: BaseException | None = None) -> None:
    """Logs a failed call to another service. `operation` must not contain data from the request or response."""
    reason = status or type(error).__name__
    details = {"service": service, "operation": operation, "status": status}
    logger.error("%s: could not %s (%s)", service, operation, reason, exc_info=error, extra=details)
