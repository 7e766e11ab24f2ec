"""A fake GoPay: `python -m tests.fakes.gopay [PORT]`. Its page has buttons to pay and to cancel."""

import json
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.fakes.loopback import respond, serving

GOID, CLIENT_ID, CLIENT_SECRET, TOKEN = "8123456789", "1061399163", "sTr3ngGeheim", "t0ken-of-gopay"
SETTINGS = {"gopay_goid": GOID, "gopay_client_id": CLIENT_ID, "gopay_client_secret": CLIENT_SECRET}
FIRST_ID = 3_000_006_529
GATEWAY = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>GoPay</title><h1>{number}: {amount} {currency}</h1>'
    '<form method="post"><button name="act" value="PAID">Pay</button>'
    '<button name="act" value="CANCELED">Cancel</button></form></html>'
)


@dataclass
class FakeGoPay:
    """A fake GoPay, which stores payments in the format of the API.

    - `status`: if not 200, all API requests fail with this status
    - `site`: the origin to which customers return. If empty, customers return to the payment's `return_url`
    """

    url: str = ""
    status: int = 200
    site: str = ""
    payments: dict[int, dict[str, Any]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, str]:
        return {**SETTINGS, "gopay_url": self.url}

    def create(self, asked: dict[str, Any]) -> dict[str, Any]:
        id = FIRST_ID + len(self.payments)
        shown = ("order_number", "amount", "currency", "lang", "target")
        payment = {name: asked[name] for name in shown} | {"callback": asked["callback"]}
        self.payments[id] = {"id": id, "state": "CREATED", **payment, "gw_url": f"{self.url}/gw/v3/{id}"}
        return self.payments[id]

    def change(self, id: str | int, **values: Any) -> None:
        self.payments[int(id)] |= values


class _Handler(BaseHTTPRequestHandler):
    fake: FakeGoPay

    def do_GET(self) -> None:
        self._respond(b"")

    def do_POST(self) -> None:
        self._respond(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def _respond(self, body: bytes) -> None:
        path = urlsplit(self.path).path
        self.fake.asked.append(f"{self.command} {path}")
        if path.startswith("/gw/v3/"):
            self._gateway(self.fake.payments[int(path.rpartition("/")[2])], body)
        elif self.fake.status != 200:
            self._json(self.fake.status, {"errors": [{"error_code": 500}]})
        elif path == "/api/oauth2/token":
            self._token(parse_qs(body.decode()))
        elif self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._json(403, {"errors": [{"error_code": 202}]})
        elif (self.command, path) == ("POST", "/api/payments/payment"):
            self._create(json.loads(body))
        else:
            found = self.fake.payments.get(int(path.rpartition("/")[2]))
            self._json(200 if found else 404, found or {"errors": [{"error_code": 304}]})

    def _token(self, form: dict[str, list[str]]) -> None:
        basic = b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        is_right = self.headers.get("Authorization") == f"Basic {basic}"
        if not is_right or form.get("grant_type") != ["client_credentials"] or form.get("scope") != ["payment-all"]:
            self._json(401, {"errors": [{"error_code": 202}]})
            return
        self._json(200, {"token_type": "bearer", "access_token": TOKEN, "expires_in": 1800})

    def _create(self, asked: dict[str, Any]) -> None:
        if asked["target"] != {"type": "ACCOUNT", "goid": int(GOID)} or not isinstance(asked["amount"], int):
            self._json(409, {"errors": [{"error_code": 110}]})
            return
        self._json(200, self.fake.create(asked))

    def _gateway(self, payment: dict[str, Any], body: bytes) -> None:
        if self.command == "GET":
            shown = {name: payment[name] for name in ("amount", "currency")}
            page = GATEWAY.format(number=payment["order_number"], **shown)
            respond(self, 200, page.encode(), content_type="text/html; charset=utf-8")
            return
        payment["state"] = parse_qs(body.decode())["act"][0]
        back = urlsplit(payment["callback"]["return_url"])
        site = self.fake.site or f"{back.scheme}://{back.netloc}"
        respond(self, 303, location=f"{site}{back.path}?{back.query}&id={payment['id']}")

    def _json(self, status: int, answer: dict[str, Any]) -> None:
        respond(self, status, json.dumps(answer).encode(), content_type="application/json")


@contextmanager
def taking_cards(port: int = 0) -> Iterator[FakeGoPay]:
    fake = FakeGoPay()
    with serving(type("Handler", (_Handler,), {"fake": fake}), port) as fake.url:
        yield fake


if __name__ == "__main__":
    with taking_cards(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as running:
        print("\n".join(f"{name.upper()}={value}" for name, value in running.settings.items()), flush=True)
        Event().wait()
