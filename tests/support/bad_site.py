"""A small site with faults, for testing the fuzzer. The form field `paper` selects the fault.

`python -m tests.support.bad_site` starts the site.
"""

import os
import re
import signal
import smtplib
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler
from threading import Lock
from urllib.parse import urlsplit

from tests.fakes.loopback import Loopback, respond

STALL_SECONDS = 0.4
LEAKED_BYTES = 60_000_000
FIELD = re.compile(rb'name="(\w+)"\r\n\r\n(.*?)\r\n--', re.DOTALL)


class Site(Loopback):
    """Handles one request at a time, so that a slow request delays all others."""

    busy = Lock()
    helper = subprocess.Popen(["sleep", "600"])
    leaked: list[bytearray]

    def mail(self, recipients: list[str], subject: str, text: str, reply_to: str, id: str) -> None:
        server = urlsplit(os.environ["SMTP_URL"])
        headers = [f"To: {recipients[0]}", f"Reply-To: {reply_to}", f"Subject: {subject}", f"Message-ID: <{id}.x@test>"]
        with smtplib.SMTP(server.hostname or "", server.port or 25) as client:
            client.sendmail("web@otisk.test", recipients, "\r\n".join([*headers, "", text]))


class Handler(BaseHTTPRequestHandler):
    server: Site

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        with self.server.busy:
            respond(self, 200)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        fields = {name.decode(): value.decode() for name, value in FIELD.findall(body)}
        fault = fields.get("paper", "")
        with self.server.busy:
            self._fail(fault, fields["name"])
        if fault == "unanswered":
            return
        if fault not in ("dropped", "status"):
            self._send(fields, fault)
        respond(self, 500 if fault == "status" else 201)

    def _fail(self, fault: str, name: str) -> None:
        match fault:
            case "stall":
                time.sleep(STALL_SECONDS)
            case "leak":
                self.server.leaked.append(bytearray(os.urandom(1000)) * (LEAKED_BYTES // 1000))
            case "personal":
                print(f"Refused {name.encode().hex()}", flush=True)
            case "traceback":
                print("ERROR Traceback (most recent call last):", flush=True)
            case "log":
                print("line\n" * 50, flush=True)
            case "processes":
                self.server.helper.kill()
                self.server.helper.wait()
            case _:
                pass

    def _send(self, fields: dict[str, str], fault: str) -> None:
        studio, email, id = os.environ["MAIL_TO"], fields["email"], fields["id"]
        subject = f"Enquiry of {fields['name']}" if fault == "headers" else "Enquiry"
        others = ["victim@example.com"] if fault == "recipients" else []
        self.server.mail([studio], subject, fields["message"], email, id)
        self.server.mail([email, *others], "Your enquiry", "Thank you", studio, id)


def main() -> None:
    port = int(os.environ["PORT"])
    site = Site(("127.0.0.1", port), Handler)
    site.leaked = []
    signal.signal(signal.SIGTERM, lambda *_: (site.helper.kill(), sys.exit()))
    print(f"http://127.0.0.1:{port}", flush=True)
    site.serve_forever()


if __name__ == "__main__":
    main()
