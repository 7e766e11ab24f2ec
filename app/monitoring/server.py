"""Sentry in the server: what is logged as an error is reported, where there is a DSN.

The log is the one way in. A request that failed (`app.server.errors`), a failed event handler (`app.app`) and a call
that failed (`call_failed`) are logged once each, so each arrives once.
"""

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

SHUTDOWN = 2
"""Seconds that reports still to be sent get when the server stops."""
PERSONAL = ("user", "server_name", "modules")
REQUEST = ("method", "url")
"""What a report may say of a request."""

logger = logging.getLogger(__name__)


def start(settings: Settings, release: str | None) -> None:
    """Starts Sentry in this process; does nothing without a DSN. `release` is the id of the build that is served."""
    if not settings.sentry_dsn:
        return
    import sentry_sdk  # here, as most sites run without
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(  # whose default is to collect nothing personal
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
    """`start`, until the block ends: then what is still to be sent gets `SHUTDOWN` seconds.

    Sentry's own farewell never comes: the web server's processes end without `atexit`.
    """
    start(settings, release)
    yield
    if settings.sentry_dsn:
        import sentry_sdk

        await asyncio.to_thread(sentry_sdk.flush, SHUTDOWN)


def prepared(event: dict[str, Any]) -> dict[str, Any]:
    """A report as it may leave the server: with the request's id, without anything that tells who asked."""
    left = {name: value for name, value in event.items() if name not in PERSONAL}
    if "request" in left:
        left["request"] = {name: value for name, value in left["request"].items() if name in REQUEST}
    left = scrubbed(left)
    if request_id.get():  # a proxy may have given one that is as long as a key
        left["tags"] = {**left.get("tags", {}), "request_id": request_id.get()}
    return left


@contextmanager
def own_trace() -> Iterator[None]:
    """What is reported in this block, such as one event of a page, has a trace of its own, and else shares nothing."""
    sentry = sys.modules.get("sentry_sdk")  # it is imported where it is started
    if sentry is None:
        yield
        return
    with sentry.isolation_scope() as scope:
        scope.set_new_propagation_context()
        yield


class OwnTraces:
    """Answers every request as `app` does, within a trace of its own; so it does with every socket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with own_trace():
            await self.app(scope, receive, send)


def call_failed(service: str, operation: str, *, status: int | None = None, error: BaseException | None = None) -> None:
    """Tells that a call to another service failed: `service` and `operation` as in "Patreon", "refresh the token"; the
    status of its answer, or the error that came instead of one. Nothing of what was sent or answered belongs here."""
    reason = status or type(error).__name__
    details = {"service": service, "operation": operation, "status": status}
    logger.error("%s: could not %s (%s)", service, operation, reason, exc_info=error, extra=details)
