"""What nginx in front of the server is told: two files in a release, `nginx.conf` for its `http` block and
`nginx-server.conf` for a `server` block of the site. deploy/nginx.conf includes both.

Plain requests (`app.server.recording`) nginx answers by itself, from the disk, with the headers that our server has
answered the build with: each address has a location of its own, and what differs by coding is looked up by the coding
alone. All others are passed on as they are. A path is looked up and never made into a file's name.

`python -m builder.nginx` writes the files anew, for a release that was copied or for other settings.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from itertools import takewhile
from pathlib import Path
from shutil import rmtree
from urllib.parse import unquote

from app.atomic import replacing
from app.http import backend, draining, releases
from app.http.client import GROWTH, IPV6_PREFIXES
from app.http.export import Export
from app.http.negotiation import ACCEPTED
from app.http.static import METHODS
from app.i18n import DEFAULT, LANGUAGES
from app.inquiries import reception
from app.server.log import HEADER as REQUEST_ID
from app.server.recording import Failure, Recorded, failures, recorded
from app.settings import Settings, load

HTTP, SERVER = "nginx.conf", "nginx-server.conf"
FILE = "file"
"""What an answer has besides headers."""
_ByCoding = tuple[tuple[str, str], ...]
"""A text for each coding."""
FAILURES = "nginx"
"""The folder in a release with what nginx says where no server does."""
STATUSES = {
    HTTPStatus.BAD_REQUEST: (400, 494),  # which is nginx's own for headers that are too long
    HTTPStatus.REQUEST_TIMEOUT: (408,),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (413,),
    HTTPStatus.REQUEST_URI_TOO_LONG: (414,),
    HTTPStatus.TOO_MANY_REQUESTS: (429,),
    HTTPStatus.BAD_GATEWAY: (502,),
    HTTPStatus.SERVICE_UNAVAILABLE: (503,),
    HTTPStatus.GATEWAY_TIMEOUT: (504,),
}
"""What nginx may have to answer by itself, with its codes for it."""
MAX_CONNECTIONS = 200
"""Of an address, at once; of a larger network `GROWTH` times as many."""
ZONES = tuple(zip(("otisk", "otisk_56", "otisk_48"), GROWTH, strict=True))
"""Of connections counted together, those of IPv4 addresses and IPv6 /64s first."""
SOCKET_SILENCE = "10m"
"""How long a websocket may be silent, as it is between two pings."""

_CONDITIONS = ("range", "if_none_match", "if_match", "if_modified_since", "if_unmodified_since")
"""Headers of requests that are not plain: our server knows what is right."""


def write(release: Path, settings: Settings) -> None:
    """Writes what nginx is told of this release under these settings."""
    export = Export.load(release / "site")
    answers = _by_path(recorded(settings, export))
    failed = list(failures(settings, export, *STATUSES))
    rmtree(release / FAILURES, ignore_errors=True)
    (release / FAILURES).mkdir()
    for failure in failed:
        (release / FAILURES / f"{failure.status}{_suffix(failure)}").write_bytes(failure.body)
    for name, lines in {HTTP: _http(answers, failed), SERVER: _server(release, answers, failed)}.items():
        with replacing(release / name) as file:
            file.write("".join(f"{line}\n" for line in lines).encode())


def _by_path(answers: Iterable[Recorded]) -> Mapping[str, list[Recorded]]:
    """The answers of each path as nginx compares it with a location's: decoded."""
    paths: dict[str, list[Recorded]] = {}
    for each in answers:
        paths.setdefault(unquote(each.path), []).append(each)
    return paths


def _http(answers: Mapping[str, list[Recorded]], failed: list[Failure]) -> Iterator[str]:
    yield "# Made by the build (builder/nginx.py), for the http block: docs/operations.md."
    yield "map_hash_max_size 16384;"
    yield "map_hash_bucket_size 256;"
    for (zone, _times), prefix in zip(ZONES, IPV6_PREFIXES, strict=True):
        # An address of IPv6 has 16 bytes, one of IPv4 four. Those with an empty key are not counted.
        octets = prefix // 8
        networks = {rf"~(?s)\A(?<{zone}_bytes>.{{{octets}}}).{{{16 - octets}}}\z": f"${zone}_bytes"}
        alone = "$binary_remote_addr" if prefix == max(IPV6_PREFIXES) else ""
        yield from _map("$binary_remote_addr", f"${zone}_network", networks, alone)
        yield f"limit_conn_zone ${zone}_network zone={zone}:10m;"
    yield from _map("$http_upgrade", "$otisk_connection", {"": ""}, "upgrade")
    conditions = "".join(f"$http_{name}" for name in _CONDITIONS)
    known = {value: coding for coding, values in ACCEPTED.items() for value in values}
    plain = {f"{method} : {value}": coding for method in METHODS for value, coding in known.items()}
    yield from _map(f"$request_method {conditions}: $http_accept_encoding", "$otisk_coding", plain)
    yield from _map("$otisk_coding", "$otisk_plain", {"": ""}, "$request_uri")
    for values, name in _variables(answers).items():
        yield from _map("$otisk_coding", f"${name}", dict(values))
    languages = {rf"~^{language.prefix}(?:[/?]|$)": language.code for language in LANGUAGES if language != DEFAULT}
    yield from _map("$request_uri", "$otisk_language", languages, DEFAULT.code)
    yield from _map("$http_accept", "$otisk_failure", {"~text/html": ".$otisk_language.html"}, ".txt")
    for name, values in _headers({_suffix(each): each.headers for each in failed}).items():
        if isinstance(values, dict):
            yield from _map("$otisk_failure", _variable(name, "failure"), *_shorter(values))


def _server(release: Path, answers: Mapping[str, list[Recorded]], failed: list[Failure]) -> Iterator[str]:
    failure = _headers({_suffix(each): each.headers for each in failed})
    yield "# Made by the build (builder/nginx.py), for a server block whose upstream is called otisk."
    yield f"root {quoted(str(release))};"
    yield """
gzip off;
etag off;
if_modified_since off;
max_ranges 0;
merge_slashes off;
types { }
default_type "";
open_file_cache max=2048 inactive=10m;
open_file_cache_valid 1m;

client_header_timeout 10s;
client_body_timeout 10s;
client_max_body_size 2m;
large_client_header_buffers 4 16k;
send_timeout 30s;
reset_timedout_connection on;
limit_conn_status 429;

proxy_http_version 1.1;
proxy_set_header Host $http_host;
proxy_set_header Connection $otisk_connection;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
proxy_set_header X-Forwarded-Proto $scheme;
proxy_set_header X-Request-Id $request_id;
proxy_connect_timeout 2s;
proxy_read_timeout 60s;
proxy_next_upstream error timeout http_503;
proxy_next_upstream_timeout 30s;
proxy_redirect off;

recursive_error_pages on;
error_page 404 418 = @otisk;"""
    for status, codes in STATUSES.items():
        yield f"error_page {' '.join(map(str, codes))} ={status} /{FAILURES}/{status};"
    variables = _variables(answers)
    for path, each in answers.items():
        yield from _location(release, path, each, variables)
    for path in reception.PATHS:
        yield from _passed_on(f"= {path}", f"client_max_body_size {draining.MAX_BYTES};")
    # A regular expression here would be tried for every request, and a slash at the end redirect those without it.
    yield from _passed_on("/")
    yield from _passed_on("@otisk")
    silence = (f"proxy_{way}_timeout {SOCKET_SILENCE};" for way in ("read", "send"))
    yield from _passed_on(f"^~ {backend.EVENTS}", *silence)
    yield f"""
location ^~ /{FAILURES}/ {{
    internal;
    error_page 404 = @otisk;
    try_files $uri$otisk_failure =404;"""
    yield from _added(failure, "failure", always=True)
    yield "}"


def _passed_on(location: str, *settings: str) -> Iterator[str]:
    """A location of the server's. To count an address's connections takes longer than to say what is on the disk."""
    yield f"\nlocation {location} {{"
    limits = (f"limit_conn {zone} {MAX_CONNECTIONS * times};" for zone, times in ZONES)
    yield from (f"    {each}" for each in (*settings, *limits))
    yield "    proxy_pass http://otisk;"
    yield "}"


def _location(release: Path, path: str, answers: list[Recorded], variables: Mapping[_ByCoding, str]) -> Iterator[str]:
    """The location of a path, whose answers differ at most by their coding."""
    addresses = sorted({each.path for each in answers})
    either = "|".join(map(re.escape, addresses))
    other = f"!= {quoted(addresses[0])}" if len(addresses) == 1 else f"!~ {quoted(f'^({either})$')}"
    properties = {
        name: values if isinstance(values, str) else _joined(values, variables)
        for name, values in _properties(answers).items()
    }
    yield f"""
location = {quoted(path)} {{
    if ($otisk_plain {other}) {{
        return 418;
    }}
    alias {quoted(f"{release}/{properties.pop(FILE)}")};"""
    yield from _added(properties)
    yield "}"


def _properties(answers: Iterable[Recorded]) -> Mapping[str, str | dict[str, str]]:
    """The headers of a path's answers, and its file: by name the one value, or the values by coding."""
    return _headers({each.coding: {**each.headers, FILE: each.representation.file} for each in answers})


def _joined(values: Mapping[str, str], variables: Mapping[_ByCoding, str]) -> str:
    start, differing, end = _split(values)
    return f"{start}${{{variables[differing]}}}{end}"


def _split(values: Mapping[str, str]) -> tuple[str, _ByCoding, str]:
    """What values begin with in every coding, where they differ, and what they end in."""
    start = _beginning(values.values())
    rests = {coding: value.removeprefix(start) for coding, value in values.items()}
    end = _beginning(rest[::-1] for rest in rests.values())[::-1]
    return start, tuple((coding, rest.removesuffix(end)) for coding, rest in rests.items()), end


def _beginning(texts: Iterable[str]) -> str:
    """What all of them begin with."""
    columns = zip(*texts)  # noqa: B905 - as far as the shortest one
    return "".join(letter for letter, *_others in takewhile(lambda column: len({*column}) == 1, columns))


def _variables(answers: Mapping[str, list[Recorded]]) -> Mapping[_ByCoding, str]:
    """The name of a variable for each difference that codings make. They are few, as nginx clears all of them for each
    request."""
    properties = (values for each in answers.values() for values in _properties(each).values())
    differing = dict.fromkeys(_split(values)[1] for values in properties if isinstance(values, dict))
    return {each: f"otisk_by_coding_{number}" for number, each in enumerate(differing, 1)}


def _added(headers: Mapping[str, str | dict[str, str]], prefix: str = "", *, always: bool = False) -> Iterator[str]:
    end = " always;" if always else ";"
    yield f'    add_header last-modified ""{end}'
    yield f"    add_header {REQUEST_ID} $request_id{end}"
    for name, values in headers.items():
        yield f"    add_header {name} {_value(name, values, prefix)}{end}"


def _value(name: str, values: str | dict[str, str], prefix: str = "") -> str:
    return quoted(values) if isinstance(values, str) else _variable(name, prefix)


def _headers(answers: Mapping[str, Mapping[str, str]]) -> dict[str, str | dict[str, str]]:
    """By a header's name its value, or if it has several, those by what has them; none is an empty one."""
    names = sorted({name for headers in answers.values() for name in headers})
    values = {name: {key: headers.get(name, "") for key, headers in answers.items()} for name in names}
    return {name: next(iter(each.values())) if len({*each.values()}) == 1 else each for name, each in values.items()}


def _shorter(values: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """The values but for the one that is there most often, and that one."""
    [(default, _count)] = Counter(values.values()).most_common(1)
    return {key: value for key, value in values.items() if value != default}, default


def _map(source: str, target: str, values: Mapping[str, str], default: str = "") -> Iterator[str]:
    yield f'map "{source}" {target} {{'
    yield f"    default {quoted(default)};"
    yield from (f"    {quoted(key)} {quoted(value)};" for key, value in values.items())
    yield "}"


def _variable(header: str, prefix: str = "") -> str:
    return "_".join(filter(None, ("$otisk", prefix, header.replace("-", "_"))))


def _suffix(failure: Failure) -> str:
    return f".{failure.language.code}.html" if failure.language else ".txt"


def quoted(text: str) -> str:
    """A parameter of nginx's configuration."""
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


if __name__ == "__main__":
    write(releases.CURRENT.resolve(), load())
