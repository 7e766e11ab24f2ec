"""`/metrics`: metrics for Prometheus, summed over all processes of this server."""

import asyncio
import hmac
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from app import counters
from app.counters import BOUNDS_SECONDS, KINDS, Counters, Kind
from app.database.errors import StoreError
from app.desk import endpoints as desk_endpoints
from app.http import backend, origin
from app.http.export import Export
from app.http.media_types import HTML
from app.inquiries import form_endpoint, seats
from app.inquiries.seats import bookable
from app.inquiries.service import InquiryService
from app.members import endpoints
from app.server import builds, config, health, security_txt
from app.server.health import Health
from app.server.log import KindOf
from app.settings import Settings

if TYPE_CHECKING:
    from prometheus_client.core import Metric

PATH = "/metrics"
HEADERS = {"cache-control": "no-store"}
DATA_PATHS = (config.PATH, builds.PATH, security_txt.PATH, seats.PATH)
MONITORING_PATHS = (PATH, health.PATH, health.READY_PATH, health.LIVE_PATH)
FORWARDED = ("x-forwarded-for", "forwarded")
"""Headers that proxies add. Requests with these headers do not count as requests from this machine."""


def kinds(export: Export | None) -> KindOf:
    """Returns a function that maps paths to kinds such as `page`. One metric per path would be too many."""

    def kind_of(path: str) -> Kind:
        resource = export.resources.get(path) if export else None
        if resource:
            return "page" if resource.media_type == HTML else "file"
        if form_endpoint.owns(path):
            return "inquiry"
        if desk_endpoints.owns(path):
            return "desk"
        if backend.owns(path) or endpoints.owns(path, ""):
            return "members"
        if path in MONITORING_PATHS:
            return "monitoring"
        return "data" if path in DATA_PATHS else "other"

    return kind_of


class Metrics:
    """Serves the metrics to loopback addresses and to clients that send `METRICS_TOKEN`."""

    def __init__(self, settings: Settings, health: Health, inquiries: InquiryService) -> None:
        self._token = settings.metrics_token
        self._health = health
        self._inquiries = inquiries

    async def respond(self, scope: Scope) -> Response:
        if not self._may_read(scope):
            raise HTTPException(404, f"Page not found: {PATH}")
        status, stored, places = await asyncio.gather(self._health.status(), self._stored(), self._places())
        text, media_type = await to_thread.run_sync(_render, counters.total(), status, stored, places)
        return Response(text, headers={**HEADERS, "content-type": media_type})

    def _may_read(self, scope: Scope) -> bool:
        headers, client = Headers(scope=scope), scope.get("client")
        if client and origin.is_loopback(client[0]) and not any(name in headers for name in FORWARDED):
            return True
        if self._token is None:
            return False
        expected = f"Bearer {self._token.get_secret_value()}"
        return hmac.compare_digest(headers.get("authorization", "").encode(), expected.encode())

    async def _stored(self) -> int | None:
        try:
            return await self._inquiries.count()
        except StoreError:  # the metric `otisk_part_up` shows this failure
            return None

    async def _places(self) -> Mapping[str, int]:
        try:
            return {each.workshop: each.free for each in await self._inquiries.seats(bookable())}
        except StoreError:
            return {}


def _render(
    total: Counters, status: Mapping[str, Any], stored: int | None, places: Mapping[str, int]
) -> tuple[bytes, str]:
    from prometheus_client import CollectorRegistry  # imported here, because few processes need this module
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
    from prometheus_client.registry import Collector

    class Figures(Collector):
        def collect(self) -> "Iterator[Metric]":
            yield from _of_processes(total)
            yield from _of_parts(status)
            yield from _of_data(status, stored, places)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures())
    return generate_latest(registry), CONTENT_TYPE_PLAIN_0_0_4


def _of_processes(total: Counters) -> "Iterator[Metric]":
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    requests = CounterMetricFamily("otisk_requests", "Requests.", labels=("kind", "status"))
    for kind, code, number in total.requests():
        requests.add_metric((kind, str(code) if code else "other"), number)
    yield requests
    durations = HistogramMetricFamily(
        "otisk_request_duration_seconds", "Durations of requests that were not answered from memory.", labels=("kind",)
    )
    for kind in KINDS:
        numbers, seconds = total.durations(kind)
        bounds = [*map(str, BOUNDS_SECONDS), "+Inf"]
        cumulated = [(bound, sum(numbers[: index + 1])) for index, bound in enumerate(bounds)]
        durations.add_metric((kind,), cumulated, seconds)
    yield durations
    replaced = CounterMetricFamily("otisk_replaced_processes", "Processes that were replaced.", labels=("reason",))
    for event, number in total.events():
        replaced.add_metric((event,), number)
    yield replaced
    yield GaugeMetricFamily("otisk_web_workers", "Running web workers.", total.gauge("web workers"))
    yield GaugeMetricFamily(
        "otisk_members_processes",
        "Members processes that are up, one for each web worker.",
        total.gauge("members processes"),
    )
    yield GaugeMetricFamily("otisk_websockets", "Open websockets.", total.gauge("websockets"))


def _of_parts(status: Mapping[str, Any]) -> "Iterator[Metric]":
    from prometheus_client.core import GaugeMetricFamily

    build = GaugeMetricFamily("otisk_build_info", "The build that is served.", labels=("build",))
    build.add_metric((status["build"] or "",), 1)
    yield build
    parts = GaugeMetricFamily("otisk_part_up", "Whether a part of /_health is up.", labels=("part",))
    for name, state in status["parts"].items():
        parts.add_metric((name,), state in health.WELL)
    yield parts
    if until := status.get("creator_token", {}).get("until"):
        days = (date.fromisoformat(until) - datetime.now(UTC).date()).days
        yield GaugeMetricFamily("otisk_creator_token_days", "Days until the creator token expires.", days)


def _of_data(status: Mapping[str, Any], stored: int | None, places: Mapping[str, int]) -> "Iterator[Metric]":
    from prometheus_client.core import GaugeMetricFamily

    if stored is not None:
        yield GaugeMetricFamily("otisk_inquiries", "Stored inquiries.", stored)
    if "unsent" in (mail := status.get("mail", {})):
        yield GaugeMetricFamily("otisk_mails_unsent", "Mails that are not sent yet.", mail["unsent"])
        yield GaugeMetricFamily("otisk_mails_refused", "Mails that are not sent again.", mail["refused"])
        age = mail["oldest_seconds"] or 0
        yield GaugeMetricFamily("otisk_oldest_unsent_mail_seconds", "Age of the oldest unsent mail.", age)
    seats = GaugeMetricFamily("otisk_workshop_places", "Free places of a workshop date.", labels=("workshop",))
    for workshop, left in places.items():
        seats.add_metric((workshop,), left)
    yield seats
    if "free_megabytes" in (disk := status.get("disk", {})):
        free = disk["free_megabytes"] * 1024**2
        yield GaugeMetricFamily("otisk_disk_free_bytes", "Free space on the disk of the database.", free)
