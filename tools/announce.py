"""`make announce`: announces changed pages to search engines through IndexNow (indexnow.org).

The exit code is 1 if the announcement fails.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

import httpx

from app.components.head import absolute_url
from app.content.changed import CHANGED
from app.routes import places
from app.settings import Settings, settings

SERVICE = "https://api.indexnow.org/indexnow"
DAYS = 7
TIMEOUT_SECONDS = 20


def main(arguments: Sequence[str], client: httpx.Client | None = None) -> int:
    parser = ArgumentParser("make announce", description=__doc__)
    week = datetime.now(UTC).date() - timedelta(days=DAYS)
    help = "the first day of the changes (default: a week ago)"
    parser.add_argument("since", type=date.fromisoformat, nargs="?", default=week, metavar="SINCE", help=help)
    since = parser.parse_args(arguments).since
    chosen = settings()
    if chosen.indexnow_key is None:
        print("INDEXNOW_KEY is not set (docs/settings.md).", file=sys.stderr)
        return 1
    urls = changed(since)
    if not urls:
        print(f"No page has changed since {since} (app/content/changed.py).")
        return 0
    try:
        answer = (client or httpx.Client(timeout=TIMEOUT_SECONDS)).post(SERVICE, json=message(chosen, urls))
    except httpx.HTTPError as error:
        print(f"IndexNow does not answer: {error}", file=sys.stderr)
        return 1
    if not answer.is_success:
        print(f"IndexNow refused the pages: {answer.status_code} {answer.reason_phrase}", file=sys.stderr)
        return 1
    print(*urls, f"Announced: {len(urls)} pages.", sep="\n")
    return 0


def changed(since: date) -> list[str]:
    """Returns the URLs of indexed pages that have changed since the day `since`."""
    now = datetime.now(UTC)
    indexed = (place for place in places() if place.is_indexed and not place.is_gone(now))
    return [absolute_url(place) for place in indexed if CHANGED.get(place.route.name, date.min) >= since]


def message(settings: Settings, urls: Sequence[str]) -> dict[str, object]:
    key = str(settings.indexnow_key)
    host = urlsplit(settings.site_url).netloc
    return {"host": host, "key": key, "keyLocation": f"{settings.site_url}/{key}.txt", "urlList": [*urls]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
