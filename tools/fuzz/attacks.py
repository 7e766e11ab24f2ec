"""The named attacks of issue 31, each with the waits of a bystander, the memory, and the lines of log, as a table.

Each attack is a function that attacks and returns what became of it, above all of a customer beside it.
"""

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from datetime import UTC, date, datetime
from hashlib import sha256
from random import Random
from threading import Event, Thread
from uuid import UUID

from app.content.inquiry import FIELDS
from app.http.export import SITE
from tools.fuzz.bystander import Bystander, Waits, ordinary, standing_by
from tools.fuzz.cases import Form, Shot, sender, word
from tools.fuzz.families.files import PDF
from tools.fuzz.families.http2 import bomb
from tools.fuzz.families.sockets import frame, handshake
from tools.fuzz.oracle import HIDDEN, trouble, until
from tools.fuzz.site import STUDIO, Site, site
from tools.fuzz.wire import (
    BOUNDARY,
    NoAnswerError,
    NoConnectionError,
    connect,
    enquiry,
    exchange,
    filled,
    form,
    get,
    multipart,
    part,
    post,
    receive,
    statuses,
)

BASELINE_SECONDS = 3.0
SAMPLE_SECONDS = 0.1
AFTER_SECONDS = 2.0
"""After an attack, until the memory that remains is read."""
MAIL_SECONDS = 10.0
LOCK_SECONDS = 60.0
"""How long somebody else has the database locked."""
FLOOD_SECONDS = 5.0
"""How long those attacks go on that repeat something."""
HOLD_SECONDS = 10.0
"""How long open connections stay open."""

COLUMNS = (
    "attack",
    "waits before: median / worst / noise",
    "during",
    "bad answers",
    "memory before → most → after",
    "log",
    "outcome",
)
SLOW = "203.0.113.9"
"""The address of somebody with slow connections."""
RELAYED = (
    "a=40victim.test",
    "a=40victim.test=2C_b=40victim.test",
    "x=3E=2C_=3Ca=40victim.test=3E",
    "x=0D=0ASubject=3A_y",
)
"""What encoded words hide in the local part of an address."""


class Ground:
    """Where an attack takes place: a site with fresh files."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.random = Random(31)

    def send(self, shot: Shot) -> int:
        """Sends a shot. Returns the status; 0 if there was no answer."""
        try:
            return (statuses(exchange(self.site.url, shot)) or [0])[0]
        except (NoAnswerError, NoConnectionError):
            return 0

    def send_all(self, shots: Iterable[Shot], at_once: int) -> Counter[int]:
        """Sends shots, so many at once. Returns how often each status came."""
        with ThreadPoolExecutor(at_once) as pool:
            return Counter(pool.map(self.send, shots))

    def flood(self, make: Callable[[], Shot], clients: int, seconds: float = FLOOD_SECONDS) -> Counter[int]:
        """Has so many clients send one shot after the other. Returns how often each status came."""
        end = time.monotonic() + seconds
        seen: Counter[int] = Counter()

        def client(_number: int) -> None:
            while time.monotonic() < end:
                seen[self.send(make())] += 1

        with ThreadPoolExecutor(clients) as pool:
            list(pool.map(client, range(clients)))
        return seen

    def enquiry(self, source: str = "", *files: tuple[str, bytes], **changes: str) -> Shot:
        """An enquiry with these fields changed, from a sender of its own unless one is named."""
        return enquiry(self.random, word(self.random), source or sender(self.random), *files, changes=changes)

    def customer(self, seconds: float = MAIL_SECONDS) -> str:
        """Says whether an ordinary customer gets through."""
        return f"customer: {trouble(self.site, ordinary(self.random), seconds) or 'accepted and mailed'}"


def shown(seen: Mapping[int, int]) -> str:
    """Statuses and how often each came."""
    return ", ".join(f"{number} × {status or 'no answer'}" for status, number in sorted(seen.items()))


def svg_of_comments(ground: Ground) -> str:
    status = ground.send(ground.enquiry("", ("a.svg", b"<!---->" * 40)))
    return f"{status or 'no answer'}; {ground.customer()}"


def encoded_word_that_ends_mail(ground: Ground) -> str:
    status = ground.send(ground.enquiry(email="=?utf-8?q??=@example.com"))
    health = exchange(ground.site.url, Shot(get("/_health", "198.51.100.1"), "198.51.100.1"))
    state = json.loads(health.partition(b"\r\n\r\n")[2] or b"{}").get("status")
    return f"{status}; {ground.customer()}; /_health: {state}"


def relay_by_encoded_words(ground: Ground) -> str:
    hidden = [
        "a=40victim.test",
        "a=40victim.test=2C_b=40victim.test",
        "x=3E=2C_=3Ca=40victim.test=3E",
        "x=0D=0ASubject=3A_y",
    ]
    emails = [f"=?utf-8?q?{each}?=@example.com" for each in hidden] + [
        "=?us-ascii?b?YUB2aWN0aW0udGVzdA==?=@example.com"
    ]
    seen = Counter(ground.send(ground.enquiry(email=each)) for each in emails)
    customer = ground.customer()
    recipients = {each for letter in ground.site.mail.letters for each in letter.recipients} - {STUDIO, *emails}
    others = [each for each in recipients if not each.endswith("@bystander.example")]
    replies = {letter.header("reply-to") for letter in ground.site.mail.letters}
    replies = {each for each in replies if "victim" in each and each not in emails}
    return f"{shown(seen)}; {len(others)} addresses that nobody sent, {len(replies)} forged Reply-To; {customer}"


def _hpack(path: str, method: str) -> Callable[[Ground], str]:
    def attack(ground: Ground) -> str:
        data = bomb(path, method)
        with connect(ground.site.url) as connection:
            with suppress(OSError):
                connection.sendall(data)
            answer = receive(connection, 1.0, is_whole=False)
            if not answer or answer.startswith(b"HTTP/1"):
                return f"refused with {statuses(answer)}; {ground.customer()}"
            time.sleep(HOLD_SECONDS)
            return f"{len(data) / 1000:.0f} kB accepted; {ground.customer()}"

    return attack


def _in_codec(ground: Ground, codec: str, parts: Sequence[bytes], *headers: tuple[str, str]) -> Shot:
    """A form whose sender names the codec of its fields."""
    source = sender(ground.random)
    kind = f"multipart/form-data; boundary={BOUNDARY.decode()}; charset={codec}"
    return Shot(post(multipart(parts), source, *headers, type=kind), source)


def punycode_fields(ground: Ground) -> str:
    text = ("é" * 60_000).encode("punycode")[:63_000]
    fields = [part(f"x{number}-", text) for number in range(39)]
    seen = ground.flood(lambda: _in_codec(ground, "punycode", fields), clients=3)
    return f"{shown(seen)}; {ground.customer()}"


def unknown_codecs(ground: Ground) -> str:
    shots = (_in_codec(ground, f"x{number}" + "y" * 48_000, [part("a", b"b")]) for number in range(3000))
    seen = ground.send_all(shots, at_once=4)
    return f"{shown(seen)}; {ground.customer()}"


def lone_surrogate(ground: Ground) -> str:
    """A form with nothing wrong, and one that comes back as a page."""
    fields = {**filled(ground.random, word(ground.random)), "message": "\\ud800"}
    wrong = {**fields, "email": "none"}
    shots = [
        _in_codec(ground, "unicode_escape", form(fields)),
        _in_codec(ground, "unicode_escape", form(wrong), ("Accept", "text/html")),
    ]
    return f"{shown(Counter(map(ground.send, shots)))}; {ground.customer()}"


def locked_database(ground: Ground) -> str:
    ground.site.mail.mood = "slow"
    try:
        shot = ground.enquiry()
        status = ground.send(shot)
        connection = sqlite3.connect(ground.site.database, timeout=5, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(LOCK_SECONDS)
        connection.execute("ROLLBACK")
        connection.close()
    finally:
        ground.site.mail.mood = "up"
    customer = ground.customer(30)
    ids = Counter(letter.header("message-id") for letter in ground.site.mail.letters)
    return f"{status}; {max(ids.values(), default=0)} copies of one mail; {customer}"


def used_id(ground: Ground) -> str:
    shared = str(UUID(int=ground.random.getrandbits(128), version=4))
    shots = [ground.enquiry(id=shared) for _ in range(2)]
    return _both(ground, shots)


def guessed_id(ground: Ground) -> str:
    """A stranger takes the id that a form without JavaScript will get, before the customer sends it."""
    marker, source = word(ground.random), sender(ground.random)
    fields = {name: value for name, value in filled(ground.random, marker).items() if name != "id"}
    today = datetime.now(UTC).date().isoformat()
    digest = sha256(json.dumps([today, *(fields.get(name, "") for name in FIELDS)]).encode()).digest()
    stranger = ground.enquiry(id=str(UUID(bytes=digest[:16])))
    plain = post(multipart(form(fields)), source, ("Accept", "text/html"))
    real = enquiry(ground.random, marker, source)
    return _both(ground, [stranger, Shot(plain, source, real.form)])


def _both(ground: Ground, shots: Sequence[Shot]) -> str:
    answers = [ground.send(each) for each in shots]
    customer = ground.customer()
    arrived = {each for letter in ground.site.mail.letters for each in letter.words}
    mailed = sum(each.form is not None and each.form.word in arrived for each in shots)
    return f"answered {answers}, {mailed} of {len(shots)} mailed; {customer}"


def household(ground: Ground) -> str:
    shots = (ground.enquiry(f"2a01:db8:1:ff{network:02x}::1") for network in range(30) for _ in range(10))
    seen = ground.send_all(shots, at_once=4)
    return f"{shown(seen)}; {ground.customer(60)}"


def silent_connections(ground: Ground) -> str:
    """One address begins twelve forms, and sends nothing of their bodies."""
    with ExitStack() as stack:
        for start in _beginnings(ground):
            stack.enter_context(connect(ground.site.url, SLOW)).sendall(start.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")
        time.sleep(1)
        return ground.customer()


def slow_bodies(ground: Ground) -> str:
    """One address sends twelve forms a byte at a time."""
    with ExitStack() as stack:
        waiting = [(stack.enter_context(connect(ground.site.url, SLOW)), start) for start in _beginnings(ground)]
        for connection, start in waiting:
            connection.sendall(start)
        for _ in range(20):
            for connection, _start in waiting:
                with suppress(OSError):
                    connection.sendall(b"a")
            time.sleep(0.1)
        return ground.customer()


def _beginnings(ground: Ground) -> list[bytes]:
    """The beginnings of twelve forms."""
    fields = {**filled(ground.random, word(ground.random)), "message": "a" * 10_000}
    return [post(multipart(form(fields)), SLOW)[:-9000]] * 12


def victims_address(ground: Ground) -> str:
    victim = "victim@example.com"
    seen = Counter(ground.send(ground.enquiry(email=victim)) for _ in range(5))
    shot = ground.enquiry(email=victim)
    return f"{shown(seen)}; the victim: {trouble(ground.site, shot, MAIL_SECONDS) or 'accepted and mailed'}"


def _dates(ground: Ground) -> dict[str, int]:
    answer = exchange(ground.site.url, Shot(get("/workshops.json", "198.51.100.1"), "198.51.100.1"))
    left = json.loads(answer.partition(b"\r\n\r\n")[2])
    return {day: places for day, places in left.items() if date.fromisoformat(day) > datetime.now(UTC).date()}


def every_place(ground: Ground) -> str:
    seen = Counter(
        ground.send(ground.enquiry("203.0.113.9", what="workshop", workshop=day, pieces=str(places)))
        for day, places in _dates(ground).items()
    )
    left = _dates(ground)
    return f"{shown(seen)}; {sum(places > 0 for places in left.values())} of {len(left)} dates still have places"


def race_of_200(ground: Ground) -> str:
    day, places = next(iter(_dates(ground).items()))
    shots = [ground.enquiry(what="workshop", workshop=day, pieces="1") for _ in range(200)]
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(ground.customer)
        seen = ground.send_all(shots, at_once=200)
    return f"{places} places: {shown(seen)}; {beside.result()}"


def _cookie(unit: str, size: int, headers: int = 1) -> Callable[[Ground], str]:
    def attack(ground: Ground) -> str:
        cookies = [("Cookie", f'lang{number}="{unit * (size // len(unit))}"') for number in range(headers)]
        request = get("/", SLOW, *cookies)
        seen = Counter(ground.send(Shot(request, SLOW)) for _ in range(3))
        return f"{shown(seen)}; {ground.customer()}"

    return attack


def prefilled_pages(ground: Ground) -> str:
    def page() -> Shot:
        source = sender(ground.random)
        return Shot(get(f"/inquiry?what=cards&pieces={ground.random.randrange(1, 10_000)}", source), source)

    seen = ground.flood(page, clients=40)
    return f"{shown(seen)}; {ground.customer()}"


def mail_of_8_mb(ground: Ground) -> str:
    content = (PDF + b"x" * 7_900_000)[:7_900_000]
    seen = Counter(ground.send(ground.enquiry("", ("plate.pdf", content))) for _ in range(3))
    return f"{shown(seen)}; {ground.customer(30)}"


def headers_of_a_part(ground: Ground) -> str:
    """A form whose one part has headers without end."""
    marker, source = word(ground.random), sender(ground.random)
    body = multipart([b'Content-Disposition: form-data; name="x"\r\n' + b"a:\r\n" * 6_000_000 + b"\r\nb"])
    status = ground.send(Shot(post(body, source), source, Form(f"{marker}@example.com", marker)))
    return f"{status or 'no answer'}; {ground.customer()}"


def full_forms(ground: Ground) -> str:
    """Twelve addresses send four forms each, with as many texts as they may have, and do not end them."""
    body = multipart([part(f"x{number}", b"a" * 63_000) for number in range(39)])
    return _held(ground, [post(body, source)[:-20] for source in _addresses(12) for _ in range(4)])


def webhook_bodies(ground: Ground) -> str:
    """Two hundred webhooks of nearly 1 MB, none of which ends."""
    path = "/patreon/webhook"
    return _held(ground, [post(b"a" * 1_000_000, each, target=path)[:-20] for each in _addresses(200)])


def websocket_frames(ground: Ground) -> str:
    """Forty websockets with a frame of nearly 16 MB, none of which ends."""
    big = b"a" * 15_900_000
    return _held(ground, [handshake(each) + frame(big, size=16_000_000) for each in _addresses(40)])


def slow_readers(ground: Ground) -> str:
    """Five hundred connections that ask for a large file, and do not read it."""
    largest = max((SITE / "pictures").iterdir(), key=lambda each: each.stat().st_size)
    return _held(ground, [get(f"/pictures/{largest.name}", each) for each in _addresses(500)])


def workshops_flood(ground: Ground) -> str:
    """Forty clients ask how many places are left, which the database counts."""
    seen = ground.flood(lambda: Shot(get("/workshops.json", SLOW), SLOW), clients=40)
    return f"{shown(seen)}; {ground.customer()}"


def _addresses(count: int) -> list[str]:
    """Addresses of different senders."""
    return [f"198.18.{number // 250}.{number % 250 + 1}" for number in range(count)]


def _held(ground: Ground, requests: Sequence[bytes]) -> str:
    """Sends each of these on a connection of its own, and keeps all open for a while."""
    with ExitStack() as stack:
        taken = 0
        for data in requests:
            connection = stack.enter_context(connect(ground.site.url, str(len(data)), small=True))
            connection.settimeout(1)
            with suppress(OSError):
                connection.sendall(data)
                taken += 1
        time.sleep(1)
        return f"{taken} of {len(requests)} taken; {ground.customer(30)}"


ATTACKS: Mapping[str, Callable[[Ground], str]] = {
    "svg-of-comments": svg_of_comments,
    "encoded-word-that-ends-mail": encoded_word_that_ends_mail,
    "relay-by-encoded-words": relay_by_encoded_words,
    "hpack-bomb-about": _hpack("/about", "GET"),
    "hpack-bomb-inquiries": _hpack("/inquiries", "POST"),
    "hpack-bomb-ping": _hpack("/ping", "GET"),
    "hpack-bomb-webhook": _hpack("/patreon/webhook", "POST"),
    "punycode-fields": punycode_fields,
    "unknown-codecs": unknown_codecs,
    "lone-surrogate": lone_surrogate,
    "locked-database": locked_database,
    "used-id": used_id,
    "guessed-id": guessed_id,
    "household": household,
    "silent-connections": silent_connections,
    "slow-bodies": slow_bodies,
    "victims-address": victims_address,
    "every-place": every_place,
    "race-of-200": race_of_200,
    "quoted-cookie": _cookie('\\"', 60_000),
    "octal-cookie": _cookie("\\0", 60_000),
    "three-cookies": _cookie("\\0", 15_000, headers=3),
    "prefilled-pages": prefilled_pages,
    "mail-of-8-mb": mail_of_8_mb,
    "headers-of-a-part": headers_of_a_part,
    "full-forms": full_forms,
    "webhook-bodies": webhook_bodies,
    "websocket-frames": websocket_frames,
    "slow-readers": slow_readers,
    "workshops-flood": workshops_flood,
}


def main(names: Sequence[str], *, with_nginx: bool = False) -> int:
    """Prints a table of these attacks. Returns the exit code, which is always 0: the reader judges."""
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|", flush=True)
    with site(with_nginx=with_nginx) as running:
        for place, name in enumerate(names):
            if place:
                running.restart()
            _settle(running)
            with standing_by(running.url) as bystander:
                print(f"| {' | '.join((name, *_tried(running, bystander, ATTACKS[name])))} |", flush=True)
    return 0


def _tried(running: Site, bystander: Bystander, attack: Callable[[Ground], str]) -> Sequence[str]:
    """Tries an attack. Returns the cells of its row, but for the name."""
    bystander.is_answered(30)
    begun = time.monotonic()
    time.sleep(BASELINE_SECONDS)
    baseline = bystander.waits(begun)
    running.new_log()
    running.mail.letters.clear()
    before = running.memory()
    begun = time.monotonic()
    with _Sampler(running) as sampler:
        outcome = attack(Ground(running))
        bystander.is_answered(10.0)
        end = time.monotonic()
        time.sleep(AFTER_SECONDS)
    during = bystander.waits(begun, end)
    memory = " → ".join(f"{each / 1e6:.0f}" for each in (before, max(sampler.most, before), running.memory()))
    lines = running.new_log()
    log = f"{len(lines)} line{'s' * (len(lines) != 1)}"
    if any(map(HIDDEN.search, lines)):
        log += ", with what was sent"
    return _waits(baseline), _waits(during), str(during.failed), f"{memory} MB", log, outcome


def _settle(running: Site) -> None:
    """Waits until what is for members is up, and has the site load what it loads on first use."""

    def is_up() -> bool:
        health = exchange(running.url, Shot(get("/_health", "198.51.100.1"), "198.51.100.1"))
        return b'"members":"up"' in health.replace(b" ", b"")

    until(is_up, 60)
    trouble(running, ordinary(Random(time.time_ns())), MAIL_SECONDS)


def _waits(waits: Waits) -> str:
    return " / ".join(f"{each * 1000:.0f}" for each in (waits.median, waits.worst, waits.noise)) + " ms"


class _Sampler:
    """Samples a site's memory during the block; `most` is the largest sample, in bytes."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._done = Event()
        self.most = 0
        self._thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._done.wait(SAMPLE_SECONDS):
            self.most = max(self.most, self._site.memory())

    def __enter__(self) -> "_Sampler":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
