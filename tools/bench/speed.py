"""Compares the server with nginx: requests per second of CPU time, and memory per idle connection."""

import resource
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import httpx

from app.folders import ROOT
from app.http.export import Export
from tests.fakes import child_process
from tests.fakes.loopback import free_port
from tests.support.nginx import EXECUTABLE, MAIN_CONFIG, possible_files, running_nginx
from tests.support.server_process import running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tools.bench.printing import progress, row
from tools.bench.server import memory_of, processes_of

PATH = "/about"
CONNECTIONS = 32
SECONDS = 2
ROUNDS = 7
"""The number of rounds. Each round measures both servers, because the machine's speed changes over time."""
IDLE_CONNECTIONS = 10_000
MODULE = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
"""An nginx module in Debian's package libnginx-mod-http-brotli-static."""
PLAIN_NGINX = """
server {{
    listen 127.0.0.1:{port};
    root {folder}/site;
    brotli_static on;
    gzip off;
    gzip_static on;
    gzip_vary on;
    open_file_cache max=2048;
    location / {{
        try_files $uri $uri.html =404;
        add_header x-request-id $request_id;
{headers}
    }}
}}
"""
SUFFIXES = {"site": "", "br": ".br", "gzip": ".gz"}
"""The file suffixes that nginx expects, keyed by release folder."""
OWN_HEADERS = {"content-encoding", "content-length", "content-type", "date", "etag", "server", "vary", "x-request-id"}


def speed() -> None:
    if not EXECUTABLE or not MODULE.exists() or not shutil.which("wrk"):
        print("Install nginx, libnginx-mod-http-brotli-static and wrk to compare the servers.", file=sys.stderr)
        return
    with (
        running_server(ROOT, WITHOUT_REFLEX) as server,
        running_nginx(server.url) as front,
        plain_nginx(server.url) as (url, pid),
    ):
        progress("Measuring requests")
        asked = ((url, pid), (server.url, server.process.pid))
        plain, direct = zip(*([_requests(*each) for each in asked] for _ in range(ROUNDS)), strict=True)
        text = f"{median(plain):.0f} requests/s of CPU"
        row(f"`GET {PATH}` in brotli, kept alive, by nginx with the same files", text)
        share = median(one / other for one, other in zip(direct, plain, strict=True))
        row("the same by our server", f"{median(direct):.0f} requests/s of CPU, {share:.2f} × nginx", "0.25 × nginx")
        progress("Opening connections")
        for what, asked, process in (
            ("by our server", server.url, server.process.pid),
            ("by nginx", front.url, front.process.pid),
        ):
            count, size = _idle(asked, process)
            row(f"memory of an idle connection, with {count} of them, {what}", f"{size / 1e3:.1f} kB")


@contextmanager
def plain_nginx(site: str) -> Iterator[tuple[str, int]]:
    """Runs nginx as a file server for the site. Yields nginx's URL and process ID."""
    export, port = Export.load(), free_port()
    page = httpx.get(site + PATH, headers={"accept-encoding": "br"}, trust_env=False)
    headers = "\n".join(
        f'        add_header {name} "{value}";' for name, value in page.headers.items() if name not in OWN_HEADERS
    )
    with TemporaryDirectory() as folder:
        _lay_out(export.folder, Path(folder) / "site")
        config = Path(folder) / "nginx.conf"
        files = PLAIN_NGINX.format(port=port, folder=folder, headers=headers)
        text = MAIN_CONFIG.format(folder=folder, files=4096, connections=1024, site=files)
        config.write_text(f"load_module {MODULE};\n{text}")
        process = subprocess.Popen([str(EXECUTABLE), "-p", folder, "-c", str(config), "-e", "stderr"])
        try:
            while not _is_open(port):
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            child_process.stop(process)


def _lay_out(release: Path, site: Path) -> None:
    for folder, suffix in SUFFIXES.items():
        for file in (each for each in (release / folder).rglob("*") if each.is_file()):
            copy = site / f"{file.relative_to(release / folder)}{suffix}"
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)


def _is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def _requests(url: str, pid: int) -> float:
    client = ["wrk", "-t1", f"-c{CONNECTIONS}", "-H", "Accept-Encoding: gzip, deflate, br", url + PATH]
    subprocess.run([*client, "-d1s"], check=True, capture_output=True)
    before = _seconds(pid)
    printed = subprocess.run([*client, f"-d{SECONDS}s"], check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in printed, printed
    [count] = [int(line.split()[0]) for line in printed.splitlines() if " requests in " in line]
    return count / (_seconds(pid) - before)


def _seconds(pid: int) -> float:
    return sum(sum(each.cpu_times()[:2]) for each in processes_of(pid))


def _idle(url: str, pid: int) -> tuple[int, float]:
    """Opens idle connections. Returns their number, and the server's memory per connection in bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (possible_files(), hard))
    address = urlsplit(url)
    count = min(IDLE_CONNECTIONS, possible_files() // 2)
    before = memory_of(pid)
    with ExitStack() as opened:
        for _ in range(count):
            opened.enter_context(socket.create_connection((address.hostname or "", address.port or 0), timeout=30))
        size = (memory_of(pid) - before) / count
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return count, size
