"""`make announce`: announces changed pages to search engines through IndexNow (indexnow.org).

Reads the sitemaps of the served site, which may be a static export with fewer pages. The exit code is 1 if the
announcement fails.
"""

import re
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit
from xml.sax.saxutils import unescape

import httpx

from app.i18n import PUBLIC
from app.settings import Settings, settings

SERVICE = "https://api.indexnow.org/indexnow"
DAYS = 7
TIMEOUT_SECONDS = 20
CHANGED = re.compile(r"<loc>(.*)</loc>\n<lastmod>(.*)</lastmod>")


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
    client = client or httpx.Client(timeout=TIMEOUT_SECONDS)
    try:
        urls = changed(chosen.site_url, since, client)
        if not urls:
            print(f"No page in the served sitemaps has changed since {since}.")
            return 0
        answer = client.post(SERVICE, json=message(chosen, urls))
    except httpx.HTTPError as error:
        print(f"Requesting {error.request.url} failed: {error}", file=sys.stderr)
        return 1
    if not answer.is_success:
        print(f"IndexNow refused the pages: {answer.status_code} {answer.reason_phrase}", file=sys.stderr)
        return 1
    print(*urls, f"Announced: {len(urls)} pages.", sep="\n")
    return 0


def changed(site_url: str, since: date, client: httpx.Client) -> list[str]:
    """Returns the URLs in the site's sitemaps that have changed on or after the day `since`."""
    maps = [client.get(f"{site_url}{language.prefix}/sitemap.xml").raise_for_status().text for language in PUBLIC]
    dated = (entry for text in maps for entry in CHANGED.findall(text))
    return [unescape(url) for url, day in dated if date.fromisoformat(day) >= since]


def message(settings: Settings, urls: Sequence[str]) -> dict[str, object]:
    key = str(settings.indexnow_key)
    host = urlsplit(settings.site_url).netloc
    return {"host": host, "key": key, "keyLocation": f"{settings.site_url}/{key}.txt", "urlList": [*urls]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
