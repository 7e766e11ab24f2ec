from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.folders import ROOT
from tests.fakes.loopback import free_port
from tests.support.project_copy import COMPRESSED, OFFLINE, add_charts, add_pages, copy_project, link_prepared, run
from tests.support.proxy import Proxy, proxied
from tests.support.server_process import Server, running_server

EXAMPLES = ROOT / "docs/examples"
NAMES = sorted(file.stem for file in EXAMPLES.glob("*.py"))
TUTORIAL = ROOT / "tests/support/tutorial_pages"
TEST_PAGES = (ROOT / "tests/support/event_pages", TUTORIAL)


class StateSite:
    def __init__(self, project: Path, server: Server, proxy: Proxy) -> None:
        self.project = project
        self.server = server
        self.proxy = proxy
        self.url = proxy.url

    def restart(self) -> None:
        """Restarts the server on the same port. All state is lost."""
        with self.server.stopped():
            pass


def build(project: Path) -> Path:
    """Builds a copy of the site that also contains the documentation's examples and the test pages."""
    copy_project(project)
    link_prepared(project, [COMPRESSED])
    add_charts(project)
    add_pages(project, sorted(page for folder in (EXAMPLES, *TEST_PAGES) for page in folder.glob("*.py")))
    run(project, "builder", **OFFLINE)
    return project


@contextmanager
def serving(project: Path) -> Iterator[StateSite]:
    port = str(free_port())
    with running_server(project, PORT=port, SITE_URL=f"http://127.0.0.1:{port}") as server:
        server.wait_until_members_are_up()
        with proxied(server.url) as proxy:
            yield StateSite(project, server, proxy)
