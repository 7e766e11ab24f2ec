"""Runs two servers of the site behind nginx. The servers share a Redis server."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import httpx
from cryptography.fernet import Fernet

from app.folders import ROOT
from tests.fakes import patreon
from tests.fakes.loopback import free_port
from tests.support import redis
from tests.support.members_site import MembersSite
from tests.support.nginx import Nginx, running_nginx
from tests.support.server_process import Server, running_server

REQUESTS_AFTER_RESTART = 8
"""The number of requests after which nginx has used both servers."""


@dataclass
class Fleet(MembersSite):
    front: Nginx
    store: redis.Redis
    servers: list[Server] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.front.url

    def kill(self, number: int) -> None:
        self.servers[number].kill()

    def restart(self, number: int) -> None:
        self.servers[number].start()
        self.servers[number].wait_until_members_are_up()
        # nginx marks a failed server as healthy only after a completed request. An open websocket does not count.
        with httpx.Client(base_url=self.url, trust_env=False, verify=False) as client:
            for _ in range(REQUESTS_AFTER_RESTART):
                client.get("/config.json")


@contextmanager
def fleet() -> Iterator[Fleet]:
    with ExitStack() as stack:
        store, fake = stack.enter_context(redis.running()), stack.enter_context(patreon.running())
        port = free_port()
        own = {
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SESSION_KEYS": Fernet.generate_key().decode(),
            "REDIS_URL": store.url,
        }
        servers = [stack.enter_context(running_server(ROOT, **{**fake.settings, **own})) for _ in range(2)]
        for server in servers:
            server.wait_until_members_are_up()
        front = stack.enter_context(running_nginx(*(server.url for server in servers), port=port))
        yield Fleet(servers[0], fake, own, front, store, servers)
