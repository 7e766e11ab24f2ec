"""`python -m tools.fuzz attacks`: runs known attacks and prints how much each attack delays another visitor."""

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
from tools.fuzz.bystander import Bystander, Waits, ordinary_inquiry, running_bystander
from tools.fuzz.cases import Form, Shot, sender, word
from tools.fuzz.families.files import PDF
from tools.fuzz.families.http2 import bomb
from tools.fuzz.families.sockets import frame, handshake
from tools.fuzz.oracle import MARKERS, send_and_check, wait_until
from tools.fuzz.site import STUDIO, Site, running_site
from tools.fuzz.wire import (
    BOUNDARY,
    NoAnswerError,
    NoConnectionError,
    connect,
    exchange,
    filled,
    form,
    get,
    inquiry,
    multipart,
    part,
    post,
    receive,
    statuses,
)

BASELINE_SECONDS = 3.0
SAMPLE_SECONDS = 0.1
MEMORY_SETTLE_SECONDS = 2.0
MAIL_TIMEOUT_SECONDS = 10.0
DATABASE_LOCK_SECONDS = 60.0
FLOOD_SECONDS = 5.0
HOLD_SECONDS = 10.0

COLUMNS = (
    "attack",
    "waits before: median / worst / noise",
    "during",
    "bad answers",
    "memory before → peak → after",
    "log",
    "outcome",
)
SLOW_CLIENT = "203.0.113.9"
HIDDEN_ADDRESSES = (
    "a=40victim.test",
    "a=40victim.test=2C_b=40victim.test",
    "x=3E=2C_=3Ca=40victim.test=3E",
    "x=0D=0ASubject=3A_y",
)


class Target:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.random = Random(31)

    def send(self, shot: Shot) -> int:
        """Sends a request. Returns the status of the response, or 0 if there is none."""
        try:
            return (statuses(exchange(self.site.url, shot)) or [0])[0]
        except (NoAnswerError, NoConnectionError):
            return 0

    def send_all(self, shots: Iterable[Shot], at_once: int) -> Counter[int]:
        with ThreadPoolExecutor(at_once) as pool:
            return Counter(pool.map(self.send, shots))

    def flood(self, make: Callable[[], Shot], clients: int, seconds: float = FLOOD_SECONDS) -> Counter[int]:
        end = time.monotonic() + seconds
        seen: Counter[int] = Counter()

        def client(_number: int) -> None:
            while time.monotonic() < end:
                seen[self.send(make())] += 1

        with ThreadPoolExecutor(clients) as pool:
            list(pool.map(client, range(clients)))
        return seen

    def inquiry(self, source: str = "", *files: tuple[str, bytes], **changes: str) -> Shot:
        return inquiry(self.random, word(self.random), source or sender(self.random), *files, changes=changes)

    def customer(self, seconds: float = MAIL_TIMEOUT_SECONDS) -> str:
        wrong = send_and_check(self.site, ordinary_inquiry(self.random), seconds)
        return f"customer: {wrong or 'accepted and mailed'}"


def format_counts(seen: Mapping[int, int]) -> str:
    return ", ".join(f"{number} × {status or 'no answer'}" for status, number in sorted(seen.items()))


def svg_of_comments(target: Target) -> str:
    status = target.send(target.inquiry("", ("a.svg", b"<!---->" * 40)))
    return f"{status or 'no answer'}; {target.customer()}"


def encoded_word_that_ends_mail(target: Target) -> str:
    status = target.send(target.inquiry(email="=?utf-8?q??=@example.com"))
    health = exchange(target.site.url, Shot(get("/_health", "198.51.100.1"), "198.51.100.1"))
    state = json.loads(health.partition(b"\r\n\r\n")[2] or b"{}").get("status")
    return f"{status}; {target.customer()}; /_health: {state}"


def relay_by_encoded_words(target: Target) -> str:
    emails = [f"=?utf-8?q?{each}?=@example.com" for each in HIDDEN_ADDRESSES] + [
        "=?us-ascii?b?YUB2aWN0aW0udGVzdA==?=@example.com"
    ]
    seen = Counter(target.send(target.inquiry(email=each)) for each in emails)
    customer = target.customer()
    recipients = {each for letter in target.site.mail.letters for each in letter.recipients} - {STUDIO, *emails}
    others = [each for each in recipients if not each.endswith("@bystander.example")]
    replies = {letter.header("reply-to") for letter in target.site.mail.letters}
    replies = {each for each in replies if "victim" in each and each not in emails}
    return (
        f"{format_counts(seen)}; {len(others)} addresses that nobody sent, {len(replies)} forged Reply-To; {customer}"
    )


def _hpack(path: str, method: str) -> Callable[[Target], str]:
    def attack(target: Target) -> str:
        data = bomb(path, method)
        with connect(target.site.url) as connection:
            with suppress(OSError):
                connection.sendall(data)
            answer = receive(connection, 1.0, is_whole=False)
            if not answer or answer.startswith(b"HTTP/1"):
                return f"refused with {statuses(answer)}; {target.customer()}"
            time.sleep(HOLD_SECONDS)
            return f"{len(data) / 1000:.0f} kB accepted; {target.customer()}"

    return attack


def _in_codec(target: Target, codec: str, parts: Sequence[bytes], *headers: tuple[str, str]) -> Shot:
    source = sender(target.random)
    kind = f"multipart/form-data; boundary={BOUNDARY.decode()}; charset={codec}"
    return Shot(post(multipart(parts), source, *headers, type=kind), source)


def punycode_fields(target: Target) -> str:
    text = ("é" * 60_000).encode("punycode")[:63_000]
    fields = [part(f"x{number}-", text) for number in range(39)]
    seen = target.flood(lambda: _in_codec(target, "punycode", fields), clients=3)
    return f"{format_counts(seen)}; {target.customer()}"


def unknown_codecs(target: Target) -> str:
    shots = (_in_codec(target, f"x{number}" + "y" * 48_000, [part("a", b"b")]) for number in range(3000))
    seen = target.send_all(shots, at_once=4)
    return f"{format_counts(seen)}; {target.customer()}"


def lone_surrogate(target: Target) -> str:
    """Sends a valid and an invalid inquiry, both with a lone surrogate (half of a surrogate pair)."""
    fields = {**filled(target.random, word(target.random)), "message": "\\ud800"}
    wrong = {**fields, "email": "none"}
    shots = [
        _in_codec(target, "unicode_escape", form(fields)),
        _in_codec(target, "unicode_escape", form(wrong), ("Accept", "text/html")),
    ]
    return f"{format_counts(Counter(map(target.send, shots)))}; {target.customer()}"


def locked_database(target: Target) -> str:
    target.site.mail.mood = "slow"
    try:
        shot = target.inquiry()
        status = target.send(shot)
        connection = sqlite3.connect(target.site.database, timeout=5, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(DATABASE_LOCK_SECONDS)
        connection.execute("ROLLBACK")
        connection.close()
    finally:
        target.site.mail.mood = "up"
    customer = target.customer(30)
    ids = Counter(letter.header("message-id") for letter in target.site.mail.letters)
    return f"{status}; {max(ids.values(), default=0)} copies of one mail; {customer}"


def used_id(target: Target) -> str:
    shared = str(UUID(int=target.random.getrandbits(128), version=4))
    shots = [target.inquiry(id=shared) for _ in range(2)]
    return _send_both(target, shots)


def guessed_id(target: Target) -> str:
    """Guesses the ID of a customer's inquiry and sends another inquiry with this ID first."""
    marker, source = word(target.random), sender(target.random)
    fields = {name: value for name, value in filled(target.random, marker).items() if name != "id"}
    today = datetime.now(UTC).date().isoformat()
    digest = sha256(json.dumps([today, *(fields.get(name, "") for name in FIELDS)]).encode()).digest()
    stranger = target.inquiry(id=str(UUID(bytes=digest[:16])))
    plain = post(multipart(form(fields)), source, ("Accept", "text/html"))
    real = inquiry(target.random, marker, source)
    return _send_both(target, [stranger, Shot(plain, source, real.form)])


def _send_both(target: Target, shots: Sequence[Shot]) -> str:
    answers = [target.send(each) for each in shots]
    customer = target.customer()
    arrived = {each for letter in target.site.mail.letters for each in letter.words}
    mailed = sum(each.form is not None and each.form.word in arrived for each in shots)
    return f"answered {answers}, {mailed} of {len(shots)} mailed; {customer}"


def household(target: Target) -> str:
    shots = (target.inquiry(f"2a01:db8:1:ff{network:02x}::1") for network in range(30) for _ in range(10))
    seen = target.send_all(shots, at_once=4)
    return f"{format_counts(seen)}; {target.customer(60)}"


def silent_connections(target: Target) -> str:
    """Opens twelve connections, each of which sends only the headers of a form request."""
    with ExitStack() as stack:
        for start in _beginnings(target):
            stack.enter_context(connect(target.site.url, SLOW_CLIENT)).sendall(
                start.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            )
        time.sleep(1)
        return target.customer()


def slow_bodies(target: Target) -> str:
    with ExitStack() as stack:
        waiting = [(stack.enter_context(connect(target.site.url, SLOW_CLIENT)), start) for start in _beginnings(target)]
        for connection, start in waiting:
            connection.sendall(start)
        for _ in range(20):
            for connection, _start in waiting:
                with suppress(OSError):
                    connection.sendall(b"a")
            time.sleep(0.1)
        return target.customer()


def _beginnings(target: Target) -> list[bytes]:
    fields = {**filled(target.random, word(target.random)), "message": "a" * 10_000}
    return [post(multipart(form(fields)), SLOW_CLIENT)[:-9000]] * 12


def victims_address(target: Target) -> str:
    victim = "victim@example.com"
    seen = Counter(target.send(target.inquiry(email=victim)) for _ in range(5))
    shot = target.inquiry(email=victim)
    wrong = send_and_check(target.site, shot, MAIL_TIMEOUT_SECONDS)
    return f"{format_counts(seen)}; the victim: {wrong or 'accepted and mailed'}"


def _dates(target: Target) -> dict[str, int]:
    answer = exchange(target.site.url, Shot(get("/workshops.json", "198.51.100.1"), "198.51.100.1"))
    left = json.loads(answer.partition(b"\r\n\r\n")[2])
    del left["held"]
    return {day: places for day, places in left.items() if date.fromisoformat(day) > datetime.now(UTC).date()}


def every_place(target: Target) -> str:
    seen = Counter(
        target.send(target.inquiry("203.0.113.9", what="workshop", workshop=day, pieces=str(places)))
        for day, places in _dates(target).items()
    )
    left = _dates(target)
    return (
        f"{format_counts(seen)}; {sum(places > 0 for places in left.values())} of {len(left)} dates still have places"
    )


def race_of_200(target: Target) -> str:
    day, places = next(iter(_dates(target).items()))
    shots = [target.inquiry(what="workshop", workshop=day, pieces="1") for _ in range(200)]
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(target.customer)
        seen = target.send_all(shots, at_once=200)
    return f"{places} places: {format_counts(seen)}; {beside.result()}"


def _cookie(unit: str, size: int, headers: int = 1) -> Callable[[Target], str]:
    def attack(target: Target) -> str:
        cookies = [("Cookie", f'lang{number}="{unit * (size // len(unit))}"') for number in range(headers)]
        request = get("/", SLOW_CLIENT, *cookies)
        seen = Counter(target.send(Shot(request, SLOW_CLIENT)) for _ in range(3))
        return f"{format_counts(seen)}; {target.customer()}"

    return attack


def prefilled_pages(target: Target) -> str:
    def page() -> Shot:
        source = sender(target.random)
        return Shot(get(f"/inquiry?what=cards&pieces={target.random.randrange(1, 10_000)}", source), source)

    seen = target.flood(page, clients=40)
    return f"{format_counts(seen)}; {target.customer()}"


def mail_of_8_mb(target: Target) -> str:
    content = (PDF + b"x" * 7_900_000)[:7_900_000]
    seen = Counter(target.send(target.inquiry("", ("plate.pdf", content))) for _ in range(3))
    return f"{format_counts(seen)}; {target.customer(30)}"


def headers_of_a_part(target: Target) -> str:
    """Sends a multipart form with six million headers in one field."""
    marker, source = word(target.random), sender(target.random)
    body = multipart([b'Content-Disposition: form-data; name="x"\r\n' + b"a:\r\n" * 6_000_000 + b"\r\nb"])
    status = target.send(Shot(post(body, source), source, Form(f"{marker}@example.com", marker)))
    return f"{status or 'no answer'}; {target.customer()}"


def full_forms(target: Target) -> str:
    """Starts 48 requests with forms of the maximum size and never completes them."""
    body = multipart([part(f"x{number}", b"a" * 63_000) for number in range(39)])
    return _hold_open(target, [post(body, source)[:-20] for source in _addresses(12) for _ in range(4)])


def webhook_bodies(target: Target) -> str:
    """Starts 200 webhook requests of nearly 1 MB each and never completes them."""
    path = "/patreon/webhook"
    return _hold_open(target, [post(b"a" * 1_000_000, each, target=path)[:-20] for each in _addresses(200)])


def websocket_frames(target: Target) -> str:
    """Opens 40 websockets and sends nearly 16 MB of an unfinished message on each."""
    big = b"a" * 15_900_000
    return _hold_open(target, [handshake(each) + frame(big, size=16_000_000) for each in _addresses(40)])


def slow_readers(target: Target) -> str:
    """Requests a large file on 500 connections, but reads no response."""
    largest = max((SITE / "pictures").iterdir(), key=lambda each: each.stat().st_size)
    return _hold_open(target, [get(f"/pictures/{largest.name}", each) for each in _addresses(500)])


def workshops_flood(target: Target) -> str:
    """Requests the number of free workshop places repeatedly, without pauses."""
    seen = target.flood(lambda: Shot(get("/workshops.json", SLOW_CLIENT), SLOW_CLIENT), clients=40)
    return f"{format_counts(seen)}; {target.customer()}"


def _addresses(count: int) -> list[str]:
    return [f"198.18.{number // 250}.{number % 250 + 1}" for number in range(count)]


def _hold_open(target: Target, requests: Sequence[bytes]) -> str:
    with ExitStack() as stack:
        taken = 0
        for data in requests:
            connection = stack.enter_context(connect(target.site.url, str(len(data)), small=True))
            connection.settimeout(1)
            with suppress(OSError):
                connection.sendall(data)
                taken += 1
        time.sleep(1)
        return f"{taken} of {len(requests)} taken; {target.customer(30)}"


ATTACKS: Mapping[str, Callable[[Target], str]] = {
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
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|", flush=True)
    with running_site(with_nginx=with_nginx) as running:
        for number, name in enumerate(names):
            if number:
                running.restart()
            _warm_up(running)
            with running_bystander(running.url) as bystander:
                print(f"| {' | '.join((name, *_try(running, bystander, ATTACKS[name])))} |", flush=True)
    return 0


def _try(running: Site, bystander: Bystander, attack: Callable[[Target], str]) -> Sequence[str]:
    bystander.wait_for_answer(30)
    start = time.monotonic()
    time.sleep(BASELINE_SECONDS)
    baseline = bystander.waits(start)
    running.read_new_log()
    running.mail.letters.clear()
    before = running.memory()
    start = time.monotonic()
    with _Sampler(running) as sampler:
        outcome = attack(Target(running))
        bystander.wait_for_answer(10.0)
        end = time.monotonic()
        time.sleep(MEMORY_SETTLE_SECONDS)
    during = bystander.waits(start, end)
    memory = " → ".join(f"{each / 1e6:.0f}" for each in (before, max(sampler.peak, before), running.memory()))
    lines = running.read_new_log()
    log = f"{len(lines)} line{'s' * (len(lines) != 1)}"
    if any(map(MARKERS.search, lines)):
        log += ", with form data"
    return _waits(baseline), _waits(during), str(during.failed), f"{memory} MB", log, outcome


def _warm_up(running: Site) -> None:
    def is_up() -> bool:
        health = exchange(running.url, Shot(get("/_health", "198.51.100.1"), "198.51.100.1"))
        return b'"members":"up"' in health.replace(b" ", b"")

    wait_until(is_up, 60)
    send_and_check(running, ordinary_inquiry(Random(time.time_ns())), MAIL_TIMEOUT_SECONDS)


def _waits(waits: Waits) -> str:
    return " / ".join(f"{each * 1000:.0f}" for each in (waits.median, waits.worst, waits.noise)) + " ms"


class _Sampler:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._done = Event()
        self.peak = 0
        self._thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._done.wait(SAMPLE_SECONDS):
            self.peak = max(self.peak, self._site.memory())

    def __enter__(self) -> "_Sampler":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
