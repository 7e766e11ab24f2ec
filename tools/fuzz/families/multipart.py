"""Generates multipart forms with hostile boundaries, hostile encodings, too many parts or endless parts."""

from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Form, Shot, sender, word
from tools.fuzz.wire import BOUNDARY, filled, form, multipart, part, post

CODECS = [
    "punycode", "idna", "zlib", "bz2", "hex", "base64", "quopri", "uu", "rot13", "unicode_escape", "utf-7", "utf-16",
    "raw_unicode_escape", "utf-8-sig", "utf-32", "mbcs", "undefined", "latin-1", "cp037", "big5", "hz", "iso2022_jp",
    "UTF-8", "utf8", "ascii", "surrogateescape", "__import__", "../utf_8", "encodings.utf_8", "\x00", "é", "",
    "aliases",
]  # fmt: skip
TEXTS = [
    b"\\ud800", b"\\x00\\N{BELL}", b"+2AAA-", b"+ADw-script+AD4-", b"\xff\xfe\x00\xd8", b"\xed\xa0\x80", b"\xc0\xaf",
    b"\xf4\x90\x80\x80", b"\x00", b"x\x9c" + b"\x00" * 50, b"a-" + b"9" * 3000, b"\xe2\x80\xae",
    b"\r\n.\r\nRCPT TO:<x>", b"A" * 64_000, "é".encode() * 20_000, b"\xef\xbf\xbf", b"=?utf-8?q?x?=", b"\x1b[31m",
    b"%0d%0a", b"${jndi:x}",
]  # fmt: skip
BOUNDARIES = [
    "", "x", "-", "--", "a" * 70, "a" * 5000, '"quoted boundary"', "zzzz-boundary-zzzz ", "'()+_,-./:=?", "é", "\x00",
    "zzzz-boundary-zzzz; boundary=other", "a b", '"', '"\\""',
]  # fmt: skip
DISPOSITIONS = [
    "form-data", "form-data; name", 'form-data; name="', "form-data; name=message; name=email", "attachment", "",
    "form-data; name*=utf-8''mess%61ge", "form-data; name=\"message\"; filename*=utf-8''%ff", "form-data;" * 2000,
    'form-data; name="message"; filename="' + "../" * 500 + '"', 'form-data; name="\\"', "form-data; name=\x00",
    "form-data; " + "; ".join(f"a{number}=b" for number in range(500)), 'form-data; name="m' + "é" * 5000 + '"',
]  # fmt: skip


PAGE = ("Accept", "text/html")
"""A header that makes the site respond to a rejected form with an HTML page."""


def shots(random: Random) -> Iterator[Shot]:
    own, marker = sender(random), word(random)
    make = random.choice([_codec, _codec, _codec, _texts, _boundary, _dispositions, _many, _nested, _cut, _types])
    data, is_owed = make(random, own, marker)
    yield Shot(data, own, Form(f"{marker}@example.com", marker), is_whole=is_owed)


def _codec(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    headers = [PAGE] * random.randrange(2)
    codec = random.choice([*CODECS, f"x-{random.getrandbits(64):x}" * random.choice([1, 1000])])
    text = random.choice(TEXTS)
    fields = filled(random, marker)
    if random.random() < 0.5:
        fields["message"] = random.choice(["\\ud800", "+2AAA-", "a-", "\\x00"])
        fields["email"] = random.choice([fields["email"], "none"])
    count = random.choice([1, 1, 30])
    more = [part(f"field{number}", text) for number in range(count)]
    if random.random() < 0.5:
        body = multipart([*form(fields), *more])
        kind = f"multipart/form-data; boundary={BOUNDARY.decode()}; charset={codec}"
        return post(body, own, *headers, type=kind), True
    content_type = ("Content-Type", f"text/plain; charset={codec}")
    charset = part("_charset_", codec.encode("utf-8", "replace"))
    named = part("message", marker.encode() + text[:3000], headers=[content_type])
    return post(multipart([charset, *form({**fields, "message": ""})[:-1], named, *more]), own, *headers), True


def _texts(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    headers = [PAGE] * random.randrange(2)
    fields: dict[str, str | bytes] = {**filled(random, marker)}
    if random.random() < 0.3:
        fields["email"] = "none"
    name = random.choice([*fields, "website", "seconds", "by", "workshop", "unknown"])
    if name == "email":
        name = "name"
    given = fields.get(name, "")
    fields[name] = (given if isinstance(given, bytes) else given.encode()) + random.choice(TEXTS)
    return post(multipart(form(fields)), own, *headers), True


def _boundary(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    boundary = random.choice(BOUNDARIES)
    inner = boundary.encode("utf-8", "replace") if random.random() < 0.7 else BOUNDARY
    body = multipart(form(filled(random, marker)), inner)
    body = random.choice(
        [body, body.replace(b"\r\n", b"\n"), b"preamble" * 9000 + b"\r\n" + body, body + b"epilogue" * 9000]
    )
    return post(body, own, type=f"multipart/form-data; boundary={boundary}"), False


def _dispositions(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    disposition = random.choice(DISPOSITIONS).encode("utf-8", "replace")
    headers = [b"", b"X: y\r\n" * 2000, b"Content-Transfer-Encoding: base64\r\n", b"X" * 70_000 + b": y\r\n"]
    odd = b"Content-Disposition: %s\r\n%s\r\nvalue" % (disposition, random.choice(headers))
    return post(multipart([*form(filled(random, marker)), odd]), own), False


def _many(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    count = random.choice([39, 41, 2000, 20_000])
    files = [part("files", b"", filename=""), part("files", b"%PDF-1.7", filename="a.pdf")]
    each = random.choice([part("x", b""), part("message", b"x"), *files, b"\r\n"])
    return post(multipart([*form(filled(random, marker)), *[each] * count]), own), False


def _nested(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    body = multipart(form(filled(random, marker)))
    for level in range(random.choice([1, 5, 50])):
        boundary = f"b{level}".encode()
        kind = ("Content-Type", f"multipart/mixed; boundary={boundary.decode()}")
        body = multipart([part("message", body, headers=[kind])], boundary)
    outer = multipart([*form(filled(random, marker)), part("nested", body)])
    return post(outer, own), False


def _cut(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    body = multipart(form(filled(random, marker)))
    return post(body[: random.randrange(len(body))], own), True


def _types(random: Random, own: str, marker: str) -> tuple[bytes, bool]:
    body = multipart(form(filled(random, marker)))
    types = [
        "application/x-www-form-urlencoded", "application/json", "text/plain", "multipart/mixed; boundary=x", ";", "/",
        "multipart/form-data", "multipart/form-data; boundary", "MULTIPART/FORM-DATA; BOUNDARY=x", "x" * 5000,
        "multipart/form-data; " + "; ".join(f"a{number}=b" for number in range(2000)),
        "multipart/form-data; boundary=" + '"\\' * 3000,
    ]  # fmt: skip
    encoded = b"&".join(b"message=" + marker.encode() for _ in range(random.choice([1, 2000])))
    return post(random.choice([body, encoded, b"{" * 50_000]), own, type=random.choice(types)), True
