"""Runs nginx on loopback with deploy/nginx.conf."""

import re
import resource
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from app.folders import ROOT
from tests.fakes import child_process
from tests.fakes.loopback import free_port
from tests.support import debian

EXECUTABLE = debian.find("nginx")
MAX_FILES = 32_768
MAIN_CONFIG = """
user root;
worker_processes 1;
worker_rlimit_nofile {files};
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    gzip on;
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


class Nginx:
    def __init__(self, folder: Path, port: int, site: str) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        files = possible_files()
        self.config = folder / "nginx.conf"
        self.logs = [folder / name for name in ("access.log", "error.log")]
        site = site.replace("/var/log/nginx/", f"{folder}/")
        self.config.write_text(MAIN_CONFIG.format(folder=folder, files=files, connections=files * 3 // 4, site=site))
        self.command = [debian.path_of("nginx"), "-p", str(folder), "-c", str(self.config), "-e", "stderr"]
        subprocess.run([*self.command, "-t", "-q"], check=True)
        self.process = subprocess.Popen(self.command)
        with child_process.killed_on_failure(self.process):
            self._wait_for_worker()

    def stop(self) -> None:
        child_process.stop(self.process)

    def memory(self) -> int:
        """Returns the worker processes' memory in bytes."""
        return sum(each.memory_info().rss for each in psutil.Process(self.process.pid).children())

    def _wait_for_worker(self) -> None:
        for _ in range(500):
            assert self.process.poll() is None, "nginx has exited"
            if any("worker" in " ".join(each.cmdline()) for each in psutil.Process(self.process.pid).children()):
                return
            time.sleep(0.02)
        raise AssertionError("nginx has no worker process")


def possible_files() -> int:
    _allowed, possible = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_FILES if possible == resource.RLIM_INFINITY else min(possible, MAX_FILES)


def _site(port: int, servers: Sequence[str], changes: Mapping[str, str]) -> str:
    """Returns deploy/nginx.conf without TLS and without the server block for port 80."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    text = text[: text.rindex("server {")]
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    text = re.sub(r"\n *(listen|ssl_\w+|server_name) .*;", "", text)
    text = text.replace("server {", f"server {{\n    listen 127.0.0.1:{port} backlog=4096;")
    line = "    server 127.0.0.1:8000"
    assert line in text
    return re.sub(f"{line}(.*)", lambda found: "\n".join(f"    server {server}{found[1]}" for server in servers), text)


def _unencrypted(port: int, web_root: Path) -> str:
    text = (ROOT / "deploy/nginx.conf").read_text()
    text = text[: text.index("\nserver {")] + text[text.rindex("\nserver {") :]
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{port};",
        "listen [::]:80;": "",
        "root /var/www/html;": f"root {web_root};",
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def running_nginx(
    *servers: str, port: int | None = None, changes: Mapping[str, str] | None = None, web_root: Path | None = None
) -> Iterator[Nginx]:
    """Runs nginx, which forwards requests to `servers`.

    - `changes`: replacements in the text of the configuration
    - `web_root`: if set, nginx uses the configuration for port 80, with ACME challenges from this folder
    """
    port = port or free_port()
    hosts = [url.removeprefix("http://") for url in servers]
    site = _unencrypted(port, web_root) if web_root else _site(port, hosts, changes or {})
    with TemporaryDirectory() as folder:
        nginx = Nginx(Path(folder), port, site)
        try:
            yield nginx
        finally:
            nginx.stop()
