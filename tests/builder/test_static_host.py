"""A static export has the server's headers and an error page per language. It omits pages that need the server."""

import shutil
from pathlib import Path

import httpx
import pytest

from app.http.export import Export
from app.http.media_types import HTML
from app.i18n import LANGUAGES, Language
from app.server.headers import built_headers, revision
from app.settings import Settings
from builder import static_host
from builder.index import write_index
from builder.steps import BuildError
from tests.support.small_site import lay_out
from tests.support.static_host import StaticHost, parse_headers

OF_SERVER = ("etag", "content-length", "content-type", "content-encoding", "vary", "accept-ranges", "x-request-id")
"""Headers that the static host itself adds."""


@pytest.fixture
def static(settings: Settings) -> Settings:
    return settings.model_copy(update={"hosting": "static", "site_url": "https://otisk.test"})


@pytest.fixture
def host(static: Settings, export: Export, tmp_path: Path) -> StaticHost:
    static_host.write(static, export, tmp_path / "export")
    return StaticHost(tmp_path / "export")


@pytest.mark.anyio
async def test_files_have_the_server_s_headers(
    host: StaticHost, export: Export, static: Settings, client: httpx.AsyncClient
) -> None:
    mail = ("form-action 'self'", "form-action 'self' mailto:")
    pages = ("/about", "/vouchers", "/vouchers/workshop")
    for path in (*pages, "/sw.js", "/pictures/small-1.png", "/_next/static/chunks/main-1.js"):
        answer = await client.get(path)
        sent = {name: value for name, value in answer.headers.items() if name not in OF_SERVER}
        found = host.headers(path)
        assert found.pop("strict-transport-security") == "max-age=31536000"
        if "x-headers-revision" in sent:
            sent["x-headers-revision"] = revision(static)
        assert found == {name: value.replace(*mail) for name, value in sent.items()}, path


def test_pages_that_need_the_server_are_left_out(host: StaticHost) -> None:
    names = {file.relative_to(host.folder).as_posix() for file in host.folder.rglob("*") if file.is_file()}
    assert "en/about.html" in names and not [name for name in names if name.startswith(("patreon", "en/patreon"))]
    assert not names & {"errors/cs.html", "workshops.json", "config.json"}


@pytest.mark.parametrize(
    ("page", "is_exported"),
    [
        *((name, True) for name in ("desk-calendars", "en/private-events", "callback-service", "notes/desk")),
        *((name, False) for name in ("desk", "en/desk/sign-in/sent", "patreon/private/[postId]", "vouchers/check")),
    ],
)
def test_scripts_of_pages_that_need_the_server_are_left_out(static: Settings, page: str, is_exported: bool) -> None:
    assert static_host._is_served(static, f"/_next/static/chunks/pages/{page}-0f053b47.js") is is_exported


@pytest.mark.parametrize(("path", "language"), [("/nowhere", "cs"), ("/en/nowhere", "en"), ("/patreon/private", "cs")])
def test_unknown_addresses_show_the_error_page_in_their_language(host: StaticHost, path: str, language: str) -> None:
    status, file, _ = host.answer(path)
    assert status == 404 and file
    html = file.read_text()
    assert f'lang="{language}"' in html and "<b>404</b>" in html and "%%" not in html


def test_the_error_page_has_its_policy_in_the_page(static: Settings, tmp_path: Path) -> None:
    root = lay_out(tmp_path / "site")
    for code in ("cs", "en"):
        (root / f"errors/{code}.html").write_text("<html><head><title>%%title%%</title></head></html>")
    write_index(root, "build-1")
    static_host.write(static, Export.load(root), tmp_path / "export")
    html = (tmp_path / "export/en/404.html").read_text()
    assert '<meta http-equiv="Content-Security-Policy" content="default-src' in html
    assert "frame-ancestors" not in html and "'none'" in html and "<title>Page Not Found</title>" in html


def test_pages_of_a_folder_share_a_rule_with_their_files(static: Settings, tmp_path: Path) -> None:
    """Static hosts limit the number of header rules."""
    root = lay_out(tmp_path / "site")
    (root / "workshops").mkdir()
    for name in ("2026-12-12", "2027-01-16"):
        (root / f"workshops/{name}.html").write_text("<html></html>")
        (root / f"workshops/{name}.ics").write_text("BEGIN:VCALENDAR")
    write_index(root, "build-1")
    static_host.write(static, Export.load(root), tmp_path / "export")
    host = StaticHost(tmp_path / "export")
    assert [rule for rule in host.rules if rule.startswith("/workshops")] == ["/workshops/*"]
    page = built_headers(static, Export.load(root).resources["/workshops/2026-12-12"])
    assert host.headers("/workshops/2026-12-12").items() >= page.items()


def test_a_page_has_no_headers_of_files_below_it(static: Settings, tmp_path: Path) -> None:
    root = lay_out(tmp_path / "site")
    (root / "about").mkdir()
    (root / "about/logo.svg").write_text("<svg></svg>")
    write_index(root, "build-1")
    static_host.write(static, Export.load(root), tmp_path / "export")
    host = StaticHost(tmp_path / "export")
    for path, resource in Export.load(root).resources.items():
        if resource.media_type == HTML and path != "/index.html":
            policy = host.headers(path)["content-security-policy"]
            assert policy == built_headers(static, resource)["content-security-policy"], path


@pytest.mark.parametrize("name", ["_headers", "_redirects", "en/404.html"])
def test_a_file_of_assets_replaces_no_generated_file(static: Settings, tmp_path: Path, name: str) -> None:
    root = lay_out(tmp_path / "site")
    (root / name).write_text("mine")
    write_index(root, "build-1")
    with pytest.raises(BuildError, match=f"delete assets/{name}"):
        static_host.write(static, Export.load(root), tmp_path / "export")


def test_root_redirect_is_a_rule(static: Settings, export: Export, tmp_path: Path) -> None:
    chosen = static.model_copy(update={"root_redirect": "/bam", "root_redirect_status": 307})
    static_host.write(chosen, export, tmp_path / "export")
    host = StaticHost(tmp_path / "export")
    assert host.answer("/").location == "/bam"
    assert not (host.folder / "index.html").exists() and "/" not in host.rules, "Netlify prefers files to redirects"


def test_earlier_addresses_are_rules(
    static: Settings, export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.routes.MOVED", {"/ceník": "/pricing", "/start": "/"})
    static_host.write(static, export, tmp_path / "export")
    host = StaticHost(tmp_path / "export")
    for path, location in (("/cen%C3%ADk", "/pricing"), ("/en/cen%C3%ADk", "/en/pricing"), ("/en/start", "/en")):
        assert host.answer(path)[::2] == (301, location), path


def test_a_form_service_is_in_the_policies(static: Settings, export: Export) -> None:
    chosen = static.model_copy(update={"inquiries_endpoint": "https://forms.test:8443/f/1"})
    page = built_headers(chosen, export.resources["/about"])["content-security-policy"]
    worker = built_headers(chosen, export.resources["/sw.js"])["content-security-policy"]
    assert "form-action 'self' https://forms.test:8443" in page
    assert "connect-src 'self' https://forms.test:8443" in page
    assert "connect-src 'self' https://forms.test:8443;" in worker


def test_the_built_site_fits_into_a_host_s_limits(built: None, static: Settings, tmp_path: Path) -> None:
    static_host.write(static, Export.load(), tmp_path / "export")
    assert [*static_host.warnings(tmp_path / "export")] == []


def test_other_languages_share_the_rules_of_the_first(
    static: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = lay_out(tmp_path / "site")
    for name in ("workshops", "en/workshops", "studio"):
        (root / name).mkdir(exist_ok=True)
    for name in ("about", "en/about", "contact", "en/contact", "studio/contact"):
        (root / f"{name}.html").write_text(f"<p style='color: {name[-5:]}'></p>")
    for name in ("workshops/2026-12-12", "en/workshops/2026-12-12"):
        (root / f"{name}.html").write_text("<html></html>")
    before = rules_of(static, root, tmp_path / "before")
    monkeypatch.setattr(static_host, "LANGUAGES", (*LANGUAGES, Language("sk", "sk-SK", "Slovenčina")))
    shutil.copytree(root / "en", root / "sk")
    shutil.copyfile(root / "en.html", root / "sk.html")
    after = rules_of(static, root, tmp_path / "after")
    assert {"/en/about", "/en/contact", "/en/workshops/*"} <= before
    assert {"/:language/about", "/:language/workshops/*"} <= after and "/sk/about" not in after
    assert {"/en/contact", "/sk/contact"} <= after, "`/:language/contact` would also match `/studio/contact`"
    host = StaticHost(tmp_path / "after")
    for path, resource in Export.load(root).resources.items():
        if path != "/index.html" and resource.media_type == HTML:
            assert host.headers(path).items() >= built_headers(static, resource).items(), path


def rules_of(static: Settings, root: Path, target: Path) -> set[str]:
    write_index(root, "build-1")
    static_host.write(static, Export.load(root), target)
    return {*StaticHost(target).rules}


def test_more_than_a_host_reads_is_reported(static: Settings, tmp_path: Path) -> None:
    root = lay_out(tmp_path / "site")
    for number in range(static_host.MAX_RULES):
        (root / f"page-{number}.html").write_text("<html></html>")
    write_index(root, "build-1")
    long = static.model_copy(update={"inquiries_endpoint": f"https://{'forms.' * 340}test/1"})
    static_host.write(long, Export.load(root), tmp_path / "export")
    rules = parse_headers((tmp_path / "export/_headers").read_text())
    lines, characters = static_host.warnings(tmp_path / "export")
    assert f"has {len(rules)} rules; Cloudflare Pages reads only {static_host.MAX_RULES} " in lines
    assert f"characters in a line; Cloudflare Pages reads only {static_host.MAX_LINE_CHARS} " in characters
