"""Several processes can store inquiries at the same time. Kills and full disks do not corrupt the database."""

import json
import os
import resource
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from app.database.database import Database
from app.folders import ROOT
from app.inquiries import __main__ as command
from app.inquiries.store import Store
from app.settings import load
from tests.fakes.smtp import Mailbox, receiving
from tests.support.databases import overrides_of, rows, settings_of, sqlite_database
from tests.support.inquiries import PDF, post, until
from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX

pytestmark = pytest.mark.mostly_nightly
COUNT = 25


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])))


def serve(database: Database, mailbox: Mailbox | None = None, **more: str) -> AbstractContextManager[Server]:
    mail = mailbox.settings if mailbox else {}
    return running_server(ROOT, WITHOUT_REFLEX, **settings_of(database), **mail, **more)


def fields(**more: str) -> dict[str, str]:
    return {"id": str(uuid4()), **more}


def test_mail_is_sent_after_a_kill(built: None, database: Database) -> None:
    mailbox = Mailbox()
    with serve(database, mailbox) as server:
        assert post(f"{server.url}/inquiries", fields(), ("a.pdf", PDF)).status_code == 201
        server.kill()
    with receiving(mailbox), serve(database, mailbox):
        until(lambda: len(mailbox.mails) == 2, "both mails", seconds=60)
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == 2
    with receiving(mailbox), serve(database, mailbox) as server:
        server.parts()
    assert len(mailbox.mails) == 2


def test_a_form_repeated_after_a_kill_is_one_inquiry(built: None, database: Database) -> None:
    sent = httpx.Request(
        "POST",
        "http://127.0.0.1/inquiries",
        data={**fields(), "what": "other", "message": "x", "name": "Eva", "email": "eva@example.com"},
        files=[("files", ("a.pdf", PDF))],
        headers={"accept": "application/json"},
    )
    body = sent.read()
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.headers.items())
    store = Store(database)
    for end in (len(body) // 2, len(body)):
        with serve(database) as server, connected(server) as connection:
            connection.sendall(f"POST /inquiries HTTP/1.1\r\n{head}\r\n".encode() + body[:end])
            if end == len(body):
                until(store.all, "the inquiry")
            server.kill()
    assert len(store.all()) == 1
    with serve(database) as server:
        again = httpx.post(
            f"{server.url}/inquiries", content=body, headers=sent.headers, trust_env=False, verify=False, timeout=60
        )
    assert again.status_code == 201 and len(store.all()) == 1
    assert rows(database, "SELECT count(*) FROM file_blocks") == [(1,)]


@pytest.mark.main
def test_two_processes_accept_many_inquiries_at_once(built: None, database: Database) -> None:
    mailbox = Mailbox()
    with receiving(mailbox), serve(database, mailbox, WEB_WORKERS="2") as server, ThreadPoolExecutor(COUNT) as pool:

        def one(number: int) -> int:
            address = {"x-forwarded-for": f"192.0.2.{number}"}
            form = fields(email=f"{number}@example.com")
            while True:
                status = post(f"{server.url}/inquiries", form, ("a.pdf", PDF), **address).status_code
                if status != 503:  # 503 means that too many forms are arriving at once
                    return status

        assert [*pool.map(one, range(COUNT))] == [201] * COUNT
        until(lambda: len(mailbox.mails) >= 2 * COUNT, "the mails", seconds=60)
    assert len(Store(database).all()) == COUNT
    assert sorted(mail["To"] for mail in mailbox.mails) == sorted(
        ["studio@otisk.test"] * COUNT + [f"{number}@example.com" for number in range(COUNT)]
    )


def test_with_a_full_disk_only_large_files_fail(built: None, tmp_path: Path) -> None:
    store = Store(sqlite_database(tmp_path))
    assert store.all() == []
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    large = PDF + b"x" * 2_000_000
    try:
        # A file size limit makes large writes fail, as on a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, limit[1]))
        server = Server(ROOT, WITHOUT_REFLEX, **settings_of(store.database))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    try:
        answer = post(f"{server.url}/en/inquiries", fields(), ("a.pdf", large))
        assert answer.status_code == 503 and "We couldn’t save" in answer.json()["reason"]
        assert store.all() == []
        assert httpx.get(f"{server.url}/about", trust_env=False, verify=False).status_code == 200
        assert post(f"{server.url}/inquiries", fields(), ("a.pdf", PDF)).status_code == 201
    finally:
        server.stop()


def test_without_a_mail_server_inquiries_are_stored_and_listed(
    built: None, database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "settings", lambda: load(_env_file=None, **overrides_of(database)))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = command.main([*arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    code, _, said = run("list")
    assert code == 0 and ("no inquiries yet" in said) == (database.file is not None)
    with serve(database) as server:
        reference = post(f"{server.url}/inquiries", fields(), ("a.pdf", PDF)).json()["reference"]
    program = [sys.executable, "-m", "app.inquiries", "list"]
    assert reference in subprocess.check_output(program, env={**os.environ, **settings_of(database)}, text=True)
    assert reference in run("list")[1]
    code, shown, _ = run("show", reference.lower())
    assert code == 0 and "Dvě barvy." in shown and f"{reference}-1.pdf: a.pdf" in shown
    exported = json.loads(run("export")[1])
    assert exported["estimate"] == 7300 and exported["name"] == "Jana Nováková"
    assert run("show", "ffffffff")[0] == 1 and run()[0] == 2
