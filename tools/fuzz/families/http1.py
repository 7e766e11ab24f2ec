"""Generates invalid HTTP/1.1 requests, and requests that proxies and servers might interpret differently."""

from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import BOUNDARY, filled, form, head, multipart

METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "G\tT", "", "X" * 5000]
TARGETS = [
    "/", "/about", "/inquiry", "/inquiries", "/en/inquiries", "/ping", "/_health", "/_event/", "/patreon/webhook",
    "/patreon/login", "/patreon/callback?code=x&state=y", "/workshops.json", "/config.json", "/builds/latest.json", "*",
    "about", "//", "///about", "/about/", "/about//", "/./about", "/../etc/passwd", "/%2e%2e/%2e%2e", "/%00", "/%",
    "/%zz", "/%ff%fe", "/about%0d%0aX:y", "/about#x", "/about?", "/?" + "&" * 3000, "/" + "a" * 60_000, "/é",
    "http://localhost/about", "http://evil.test/about", "https://localhost:99999/", "ftp://x", "http://[::1",
    "/_next/static/../../index.json", "/sw.js", "/\\about", "/about;x=y", "/about HTTP/1.1\r\nX: y", "/a b",
]  # fmt: skip
VERSIONS = ["HTTP/1.1"] * 12 + ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "http/1.1", "", "HTTP/1.1 ", "HTTP/11"]
NAMES = [
    "Accept", "Accept-Charset", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Expect",
    "Forwarded", "From", "Host", "Keep-Alive", "Origin", "Proxy-Connection", "Referer", "TE", "Trailer",
    "Sec-Fetch-Site", "Transfer-Encoding", "Upgrade", "User-Agent", "Via", "X-Forwarded-Host", "X-Request-Id",
    "X-Forwarded-Proto", "X-HTTP-Method-Override", "X y", "X\x00", "", ":path", "(x)", "é", "X" * 9000, " Host",
]  # fmt: skip
VALUES = [
    "", "*", "close", "keep-alive", "upgrade", "100-continue", "chunked", "identity", "gzip", "br", "0", "-1", "+5",
    "18446744073709551616", "1, 1", "0x10", "chunked, chunked", "h2c", "websocket", "null", "cross-site", "localhost",
    "a" * 9000, "\x00", "\x7f", "\t", "x\ty", "é💥", "\udcff", "x\r\n folded", "x\ny: z", "%0d%0a", '"', "a,b;q=2",
]  # fmt: skip
FRAMINGS = [
    (("Content-Length", "5"), ("Content-Length", "6")),
    (("Content-Length", "5"), ("Transfer-Encoding", "chunked")),
    (("Transfer-Encoding", "chunked"), ("Content-Length", "0")),
    (("Transfer-Encoding", "xchunked"),),
    (("Transfer-Encoding", "chunked, identity"),),
    (("Transfer-Encoding", "identity"), ("Transfer-Encoding", "chunked")),
    (("Transfer-Encoding", "\tchunked"),),
    (("Transfer-Encoding ", "chunked"),),
    (("Content-Length", "+5"),),
    (("Content-Length", "5 5"),),
    (("Content-Length", "0005"),),
    (("Content-Length", "5,5"),),
    (("Content-Length", "99999999999999999999"),),
    (("Content-Length", "1000000"),),
]
CHUNKS = [
    b"5\r\nhello\r\n", b"0\r\n\r\n", b"5;x=y\r\nhello\r\n", b"5;" + b"x" * 20_000 + b"\r\nhello\r\n", b"5\nhello\n",
    b"-1\r\nx\r\n", b"0x5\r\nhello\r\n", b"fffffffffffffffff\r\n", b"5\r\nhel", b"\r\n",
    b"00000000000000005\r\nhello\r\n", b"1\r\na\r\n" * 5000, b"0\r\nTrailer: x\r\n\r\n",
    b"0\r\n" + b"A: b\r\n" * 3000 + b"\r\n", b"5 \r\nhello\r\n",
]  # fmt: skip
SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


def shots(random: Random) -> Iterator[Shot]:
    own = sender(random)
    make = random.choice([_line, _line, _headers, _headers, _framing, _framing, _chunked, _pipelined, _many, _garbage])
    data = make(random, own)
    if random.random() < 0.15:
        data = data[: random.randrange(1, len(data) + 1)]
    yield Shot(data, own, is_whole=False, is_cut=random.random() < 0.1)


def _line(random: Random, own: str) -> bytes:
    line = " ".join((random.choice(METHODS), random.choice(TARGETS), random.choice(VERSIONS)))
    return line.encode() + f"\r\nHost: localhost\r\nX-Forwarded-For: {own}\r\n\r\n".encode()


def _headers(random: Random, own: str) -> bytes:
    chosen = [(random.choice(NAMES), random.choice([*VALUES, word(random)])) for _ in range(random.randrange(1, 6))]
    return head(random.choice(METHODS[:3]), random.choice(TARGETS[:14]), chosen, sender=own)


def _framing(random: Random, own: str) -> bytes:
    target = random.choice(["/about", "/inquiries", "/patreon/webhook", "/_event/", "/ping"])
    start = head("POST", target, random.choice(FRAMINGS), sender=own)
    return start + random.choice([b"hello", b"", SMUGGLED, b"0\r\n\r\n"])


def _chunked(random: Random, own: str) -> bytes:
    form_type = ("Content-Type", f"multipart/form-data; boundary={BOUNDARY.decode()}")
    target = random.choice(["/inquiries", "/patreon/webhook", "/about"])
    start = head("POST", target, [("Transfer-Encoding", "chunked"), form_type], sender=own)
    if random.random() < 0.3:
        marker = word(random)
        body = multipart(form(filled(random, marker)))
        step = random.choice([1, 7, 100])
        chunks = [body[at : at + step] for at in range(0, len(body), step)]
        return start + b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in chunks)  # omits the final empty chunk
    return start + b"".join(random.choices(CHUNKS, k=random.randrange(1, 6)))


def _pipelined(random: Random, own: str) -> bytes:
    count = random.choice([2, 10, 200])
    return b"".join(head("GET", random.choice(TARGETS[:14]), sender=own) for _ in range(count))


def _many(random: Random, own: str) -> bytes:
    count, length = random.choice([(99, 10), (101, 10), (2000, 1), (10, 6000), (1, 65_000), (60, 1000)])
    headers = [(f"X-{number}", "a" * length) for number in range(count)]
    return head("GET", random.choice(TARGETS[:14]), headers, sender=own)


def _garbage(random: Random, own: str) -> bytes:
    start = random.choice([b"", b"\r\n" * 100, b"\x16\x03\x01\x02\x00", SMUGGLED])
    return start + random.randbytes(random.randrange(1, 3000))
