"""A static web host that obeys `_headers` and `_redirects`, like Netlify and Cloudflare Pages."""

import mimetypes
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tests.fakes.loopback import respond, serving

TYPES = {
    ".avif": "image/avif",
    ".ics": "text/calendar",
    ".vcf": "text/vcard",
    ".webmanifest": "application/manifest+json",
}


class Answer(NamedTuple):
    status: int
    file: Path | None = None
    location: str = ""


class StaticHost:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rules = parse_headers((folder / "_headers").read_text())
        lines = (folder / "_redirects").read_text().splitlines()
        self.redirects = [(source, target, int(status)) for source, target, status in map(str.split, lines)]
        self.url = ""

    def answer(self, path: str) -> Answer:
        redirect = self._redirect(path)
        if redirect and redirect[1] != 404:
            return Answer(redirect[1], location=redirect[0])
        bare = path.removesuffix("/index.html").removesuffix(".html").rstrip("/") or "/"
        page = self.folder / ("index.html" if bare == "/" else f"{bare[1:]}.html")
        if page.is_file():
            return Answer(200, page) if bare == path else Answer(308, location=bare)
        file = self.folder / path[1:]
        if file.is_file() and path not in ("/_headers", "/_redirects"):
            return Answer(200, file)
        return Answer(404, self.folder / (redirect[0][1:] if redirect else "404.html"))

    def headers(self, path: str) -> dict[str, str]:
        """Returns the headers of all matching rules, joining the values of repeated headers.

        The rule `/a/*` also matches `/a`, as on some hosts. `/:a/b` matches `/c/b`.
        """
        found: dict[str, str] = {}
        for rule, values in self.rules.items():
            pattern = re.sub(":[a-z]+", "[^/]+", re.escape(rule).removesuffix(r"\*"))
            if re.match(pattern, f"{path}/") if rule.endswith("/*") else re.fullmatch(pattern, path):
                for name, value in values.items():
                    found[name] = f"{found[name]}, {value}" if name in found else value
        return found

    def _redirect(self, path: str) -> tuple[str, int] | None:
        matching = (
            (target, status)
            for source, target, status in self.redirects
            if path == source or (source.endswith("*") and path.startswith(source[:-1]))
        )
        return next(matching, None)


def parse_headers(text: str) -> Mapping[str, dict[str, str]]:
    rules: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if line.startswith("/"):
            rules[line] = {}
        else:
            name, _, value = line.strip().partition(": ")
            rules[list(rules)[-1]][name] = value
    return rules


@contextmanager
def hosted(folder: Path) -> Iterator[StaticHost]:
    host = StaticHost(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            status, file, location = host.answer(path)
            body = file.read_bytes() if file else b""
            kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] if file else None
            headers = {"content-type": kind or "text/plain", **({"location": location} if location else {})}
            respond(self, status, body, **headers, **host.headers(path))

        def do_HEAD(self) -> None:
            self.do_GET()

    with serving(Handler) as host.url:
        yield host
