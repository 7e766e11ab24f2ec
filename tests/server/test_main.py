from collections.abc import Iterator

import pytest
from cryptography.fernet import Fernet

from app.server.__main__ import main
from app.server.head import MAX_HEAD_BYTES, MAX_HEADER_BYTES, MAX_QUERY_BYTES
from app.settings import Settings, settings
from tests.fakes import gopay, patreon
from tests.fakes.loopback import free_port
from tests.support.raw_http import send, status
from tests.support.server_process import Server, running_small_site
from tests.support.small_site import FILES


@pytest.fixture
def configure(monkeypatch):
    def configure(**values: object) -> None:
        for name, value in values.items():
            monkeypatch.setenv(name, str(value))
        settings.cache_clear()

    yield configure
    monkeypatch.undo()
    settings.cache_clear()


def error_line(capsys) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_wrong_setting(root, configure, capsys):
    configure(PORT="http")
    assert main(root) == 2
    assert "PORT='http'" in error_line(capsys)


def test_payment_by_card_without_mail(root, configure, capsys):
    configure(PORT=free_port(), **{name.upper(): value for name, value in gopay.SETTINGS.items()})
    assert main(root) == 2
    assert error_line(capsys).startswith("GoPay needs the settings of mail")


@pytest.mark.parametrize(
    ("error", "reason"),
    [(PermissionError(13, "Permission denied"), "Permission denied"), (None, "it is not UTF-8 text")],
)
def test_unreadable_settings_file(root, tmp_path, configure, monkeypatch, capsys, error, reason):
    file = tmp_path / ".env"
    file.write_bytes("SITE_URL=http://tisk\xe1rna.test".encode("latin-1"))
    monkeypatch.setitem(Settings.model_config, "env_file", file)
    if error:  # simulate the error, because root could read any file

        def refuse(*_args, **_named):
            raise error

        monkeypatch.setattr("app.settings.parse_stream", refuse)
    configure(PORT=free_port())
    assert main(root) == 2
    assert error_line(capsys) == f"{file} cannot be read: {reason}"


def test_no_site(tmp_path, configure, capsys):
    configure(PORT=free_port())
    assert main(tmp_path / "site") == 2
    assert "make run" in error_line(capsys)


def test_no_database(root, tmp_path, configure, capsys):
    (tmp_path / "file").write_text("")
    own = {"SESSION_KEYS": Fernet.generate_key().decode(), "DATA_DIR": tmp_path / "file" / "data"}
    configure(PORT=free_port(), **patreon.settings("http://patreon.test"), **own)
    assert main(root) == 2
    assert error_line(capsys).startswith(f"The database '{own['DATA_DIR']}/site.db' cannot be used: ")


UNHANDLED = ("RuntimeError: a secret of the backend", "RuntimeError: too late", "AppFailedError")


@pytest.fixture(scope="module")
def served(root) -> Iterator[Server]:
    """A server for the small test site. Afterwards, the log must contain no unexpected errors."""
    with running_small_site(root) as served:
        [warning] = served.warnings
        assert "SMTP_URL is not set" in warning
        yield served
        lines = served.stop().splitlines()
        assert [line for line in lines if not any(error in line for error in UNHANDLED)] == []
        assert served.process.returncode == 0


def get(server: Server, target: bytes, *headers: bytes, method=b"GET") -> bytes:
    lines = [b"%s %s HTTP/1.1" % (method, target), b"Host: otisk.test", b"Connection: close", *headers]
    return send(server.port, b"\r\n".join([*lines, b"", b""]))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (b"/about", 200),
        (b"/about?" + b"a" * MAX_QUERY_BYTES, 200),
        (b"/about?" + b"a" * (MAX_QUERY_BYTES + 1), 414),
        (b"http://otisk.test/about", 200),
        (b"*", 400),
        (b"about", 400),
        (b"/" + b"a" * MAX_HEAD_BYTES * 4, (414, 431)),
        (b"/about?" + b"a" * MAX_HEAD_BYTES * 4, (414, 431)),
    ],
)
def test_targets(served, target, expected):
    assert status(get(served, target)) in (expected if isinstance(expected, tuple) else (expected,))


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([b"Accept-Encoding: \xff;q=\xff"], 200),
        ([b"If-None-Match: " + b'"' * 1000], 200),
        ([b"Accept-Language: " + b"en;q=0," * 1000], 200),
        ([b"A: " + b"b" * (MAX_HEADER_BYTES + 1), b"Range: bytes=0-"], 431),
        ([b"A: " + b"b" * MAX_HEADER_BYTES, b"Range: bytes=0-"] * 9, 431),
        ([b"Cookie: " + b"b" * 50_000, b"Range: bytes=0-"], 200),
        ([b"A: " + b"b" * MAX_HEAD_BYTES * 4], 431),
        ([b"A: b"] * 90, 200),
        ([b"A: b"] * 110, 431),
        ([b"A: b\x00c"], 400),
        ([b"no colon"], 400),
        ([b"Content-Length: x"], 400),
    ],
)
def test_headers(served, headers, expected):
    assert status(get(served, b"/about", *headers)) == expected


def test_page_and_its_head(served):
    head, body = get(served, b"/about").split(b"\r\n\r\n", 1)
    assert body.decode() == FILES["about.html"]
    assert b"content-length: %d" % len(body) in head and b"content-security-policy: default-src 'self'" in head
    bare, nothing = get(served, b"/about", method=b"HEAD").split(b"\r\n\r\n", 1)
    assert nothing == b"" and b"content-length: %d" % len(body) in bare


def test_large_file(served):
    head, body = get(served, b"/pictures/large-1.avif").split(b"\r\n\r\n", 1)
    assert body == FILES["pictures/large-1.avif"] and b"content-length: %d" % len(body) in head
    assert get(served, b"/pictures/large-1.avif", method=b"HEAD").endswith(b"\r\n\r\n")
    assert status(get(served, b"/pictures/large-1.avif", b"Range: bytes=5-9")) == 206


def test_unhandled_errors(served):
    page = get(served, b"/_event/boom", b"Accept: text/html")
    cut = get(served, b"/_event/cut")
    assert status(page) == 500 and b"<b>500</b>" in page and b"secret" not in page
    assert status(cut) == 200 and cut.endswith(b"\r\n\r\nbegun")
    for error in UNHANDLED:
        served.wait_for_output(error)


def test_second_server_on_the_port(served, root, configure, capsys):
    configure(HOST="127.0.0.1", PORT=served.port)
    assert main(root) == 1
    assert str(served.port) in error_line(capsys)
