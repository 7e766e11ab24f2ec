"""Calculates the score of Mozilla's HTTP Observatory for a response.

The rules come from github.com/mdn/mdn-http-observatory at commit 94042bb (`src/grader/charts.js`,
`src/analyzer/tests/`, `src/scanner/index.js`). They apply to an https site with one content security policy.
The rule about scripts from other sites is omitted, because pages load no such scripts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie

import httpx

BASE = 100
MIN_SCORE = 115
EXTRA_CREDIT_FROM = 90
"""The minimum score at which bonus points are added."""
HALF_A_YEAR = 15_552_000
"""The minimum `max-age` of HSTS in seconds."""
BROAD = {"ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"}
INLINE = {"'unsafe-inline'", "data:"}
HASHES = ("'sha256-", "'sha384-", "'sha512-", "'nonce-")
PRIVATE_REFERRERS = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
OPENERS = {"same-origin": 10, "same-origin-allow-popups": 10, "noopener-allow-popups": 10, "unsafe-none": 0}
EMBEDDERS = {"require-corp": 10, "credentialless": 10, "unsafe-none": 0}
RESOURCES = {"same-origin": 10, "same-site": 10, "cross-origin": 0}


@dataclass(frozen=True)
class Mark:
    """The result of one test. `modifier` is the number of points that the test adds to the score."""

    test: str
    found: str
    modifier: int


def score(answer: httpx.Response) -> tuple[int, list[Mark]]:
    marks = list(_marks(answer))
    basis = BASE + sum(mark.modifier for mark in marks if mark.modifier < 0)
    extra = sum(mark.modifier for mark in marks if mark.modifier > 0)
    return max(basis + (extra if basis >= EXTRA_CREDIT_FROM else 0), 0), marks


def policy_of(answer: httpx.Response) -> Mapping[str, set[str]]:
    """Returns the sources of each directive in the content security policy.

    Raises:
        ValueError: a directive occurs twice.
    """
    found: dict[str, set[str]] = {}
    for entry in answer.headers.get("content-security-policy", "").lower().split(";"):
        directive, *sources = entry.split() or [""]
        if directive in found:
            raise ValueError(f"{directive} occurs twice")
        if directive:
            found[directive] = set(sources) or {"'none'"}
    return found


def _marks(answer: httpx.Response) -> Iterator[Mark]:
    headers = answer.headers
    policy = policy_of(answer)
    yield Mark("content-security-policy", *_policy(policy))
    yield Mark("cookies", *_cookies(answer))
    yield Mark("cross-origin-resource-sharing", *_sharing(headers))
    referrers = [value.strip().lower() for value in headers.get("referrer-policy", "").split(",")]
    yield Mark(
        "referrer-policy",
        referrers[-1] or "none",
        5 if referrers[-1] in PRIVATE_REFERRERS else -5 if referrers[-1] else 0,
    )
    yield Mark("strict-transport-security", *_transport(headers.get_list("strict-transport-security")))
    sniffing = headers.get("x-content-type-options", "none")
    yield Mark("x-content-type-options", sniffing, 0 if sniffing == "nosniff" else -5)
    yield Mark("x-frame-options", *_frames(policy, headers.get("x-frame-options", "")))
    for name, known in (
        ("cross-origin-opener-policy", OPENERS),
        ("cross-origin-embedder-policy", EMBEDDERS),
        ("cross-origin-resource-policy", RESOURCES),
    ):
        value = headers.get(name, "none")
        yield Mark(name, value, 0 if value == "none" else known.get(value, -5))


def _policy(policy: Mapping[str, set[str]]) -> tuple[str, int]:
    if not policy:
        return "not implemented", -25
    fallback = policy.get("default-src", {"*"})
    scripts, styles, objects = (policy.get(name, fallback) for name in ("script-src", "style-src", "object-src"))
    passive = [*policy.get("img-src", fallback), *policy.get("media-src", fallback)]
    active = [source for name in policy if name not in ("img-src", "media-src") for source in policy[name]]
    scripts, styles = map(_without_overruled, (scripts, styles))
    if scripts & (BROAD | INLINE) or objects & BROAD:
        return "unsafe scripts or objects", -20
    if any(source.startswith(("http:", "ftp:")) for source in active):
        return "insecure scheme", -20
    if "'unsafe-eval'" in scripts | styles:
        return "unsafe-eval", -10
    if any(source.startswith(("http:", "ftp:")) for source in passive):
        return "insecure pictures or media", -10
    if styles & (BROAD | INLINE):
        return "unsafe styles", 0
    return ("default-src 'none'", 10) if policy.get("default-src") == {"'none'"} else ("no unsafe", 5)


def _without_overruled(sources: set[str]) -> set[str]:
    """Returns the effective sources. A hash or nonce overrides 'unsafe-inline'."""
    return sources - {"'unsafe-inline'"} if any(source.startswith(HASHES) for source in sources) else sources


def _cookies(answer: httpx.Response) -> tuple[str, int]:
    cookies = [cookie for header in answer.headers.get_list("set-cookie") for cookie in SimpleCookie(header).items()]
    if not cookies:
        return "none", 0
    sites = {morsel["samesite"].lower() for _, morsel in cookies}
    worst = min(_cookie(name.lower(), bool(morsel["secure"]), bool(morsel["httponly"])) for name, morsel in cookies)
    if not sites <= {"lax", "strict", "none", ""}:
        return "odd SameSite", -20
    if worst < 0:
        return "not protected", worst
    return ("secure", 0) if "" in sites else ("secure, with SameSite", 5)


def _cookie(name: str, is_secure: bool, is_http_only: bool) -> int:
    is_session = "login" in name or "sess" in name
    if is_session and not is_http_only:
        return -30
    if not is_secure:
        return -10 if is_session else -5  # HSTS reduces these penalties
    return 0


def _sharing(headers: httpx.Headers) -> tuple[str, int]:
    allowed = headers.get("access-control-allow-origin", "none")
    is_universal = allowed not in ("none", "*") and headers.get("access-control-allow-credentials") == "true"
    return allowed, -50 if is_universal else 0


def _transport(given: list[str]) -> tuple[str, int]:
    if len(given) != 1:
        return "not implemented", -20
    age = re.search(r"max-age=(\d+)", given[0].lower())
    if not age:
        return "invalid", -20
    return given[0], 0 if int(age[1]) >= HALF_A_YEAR else -10


def _frames(policy: Mapping[str, set[str]], header: str) -> tuple[str, int]:
    if "frame-ancestors" in policy:
        return "by the policy", 5
    return (header, 5) if header.lower() in ("deny", "sameorigin") else (header or "not implemented", -20)
