"""Writes the built site for a static host, with `_headers` and `_redirects` (docs/static-hosting.md)."""

import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from starlette.exceptions import HTTPException

from app.http.export import IDENTITY, Export, Resource
from app.http.media_types import HTML
from app.http.static import CACHING
from app.i18n import DEFAULT, LANGUAGES, PUBLIC, Language
from app.routes import ROUTES, match, moves, scripts_pattern
from app.server import builds, config, headers, security_txt
from app.server.errors import ErrorPages
from app.settings import Settings
from builder.steps import BuildError

CODE = re.compile(scripts_pattern(route.path for route in ROUTES.values() if route.needs_server))
"""A pattern for the scripts of pages that need the server. Exports omit these scripts."""
HEADERS = "_headers"
REDIRECTS = "_redirects"
MOVED_STATUS = 301
"""The status of redirects from old URLs. Netlify keeps the query with 301, but not with 308."""
MAX_RULES, MAX_LINE_CHARS = 100, 2000
"""Cloudflare Pages' limits for `_headers`."""
UNCACHED = {"cache-control": "no-store"}


def write(settings: Settings, export: Export, target: Path) -> None:
    """Writes the site into the empty folder `target`.

    Raises:
        BuildError: a file in `assets/` has a name that the export needs.
    """
    chosen = {path: resource for path, resource in export.resources.items() if _is_served(settings, path)}
    files = [export.folder / resource.representations[IDENTITY].file for resource in chosen.values()]
    sources = {file.relative_to(export.folder / "site").as_posix(): file for file in files}
    generated = _generated(settings, export)
    texts = {
        HEADERS: _headers(settings, chosen, generated),
        REDIRECTS: _redirects(settings),
        **{path.lstrip("/"): text for path, text in generated.items()},
        **{f"{each.prefix}/404.html".lstrip("/"): _not_found(settings, export, each) for each in PUBLIC},
    }
    if taken := sorted(texts.keys() & sources.keys()):
        raise BuildError(f"The export writes {taken[0]} itself: delete assets/{taken[0]}, or give it another name.")
    for name in (*texts, *sources):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (target / name).write_text(text)
    for name, source in sources.items():
        shutil.copyfile(source, target / name)


def warnings(target: Path) -> Iterator[str]:
    lines = (target / HEADERS).read_text().splitlines()
    rules, longest = sum(line.startswith("/") for line in lines), max(map(len, lines))
    for number, limit, what in ((rules, MAX_RULES, "rules"), (longest, MAX_LINE_CHARS, "characters in a line")):
        if number > limit:
            yield f"{HEADERS} has {number} {what}; Cloudflare Pages reads only {limit} (docs/static-hosting.md)"


def _is_served(settings: Settings, path: str) -> bool:
    if path == "/" and settings.root_redirect:
        return False  # on Netlify, a file at this URL would disable the redirect
    found = match(path)
    needs_server = found and found.place.route.needs_server
    return path != "/index.html" and not needs_server and not CODE.search(path)


def _generated(settings: Settings, export: Export) -> Mapping[str, str]:
    answers = {
        builds.PATH: builds.latest_build(settings, export.build_id),
        security_txt.PATH: security_txt.security_txt(settings),
        **({config.PATH: config.public_config(settings, export.build_id)} if config.is_needed(settings) else {}),
    }
    return {path: bytes(answer.body).decode() for path, answer in answers.items()}


def _not_found(settings: Settings, export: Export, language: Language) -> str:
    """Returns the page for unknown URLs. It contains the security policy, because `_headers` lists only known URLs."""
    pages = ErrorPages(_unused, export.errors)
    scope = {"type": "http", "path": f"{language.prefix}/", "headers": [(b"accept", b"text/html")]}
    html = bytes(pages.respond(scope, HTTPException(404, "")).body).decode()
    policy = headers.page_headers(settings, has_scripts=False)["content-security-policy"]
    in_page = re.sub(r"frame-ancestors [^;]*; ", "", policy)  # removes a directive that is invalid in `<meta>`
    return html.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{in_page}"/>', 1)


async def _unused(*_: object) -> None:
    raise NotImplementedError


def _headers(settings: Settings, resources: Mapping[str, Resource], generated: Mapping[str, str]) -> str:
    """Returns the rules of `_headers`. No path gets the same header twice, because hosts join repeated values."""
    common = {name: value for name, value in headers.headers(settings).items() if name not in headers.PICTURE_HEADERS}
    json = headers.built_headers(settings, Resource("application/json", "revalidate", {}))
    uncached = dict(sorted(json.items() - common.items())) | UNCACHED
    rules: dict[str, Mapping[str, str]] = {"/*": common}
    own = {path: _own_headers(settings, resource, common) for path, resource in resources.items()}
    folders = _folders_with_a_rule(resources, own)
    pages_last = sorted(resources, key=lambda path: resources[path].media_type == HTML)
    for path in pages_last:  # pages come last, so that their headers override those of other files with the same rule
        folder = next((folder for folder in folders if path.startswith(folder)), None)
        rule = f"{folder}*" if folder else path
        rules[rule] = {**rules.get(rule, {}), **own[path]}
    rules |= dict.fromkeys(generated, uncached)
    return "".join(_rule(path, each) for path, each in _merged(rules, {*resources, *generated}).items())


def _merged(rules: Mapping[str, Mapping[str, str]], paths: Collection[str]) -> Mapping[str, Mapping[str, str]]:
    """Replaces equal rules of several languages with one rule, such as `/:language/about`."""
    prefixes = [language.prefix for language in LANGUAGES if language != DEFAULT]
    inner = (rule.removeprefix(prefix) for prefix in prefixes for rule in rules if rule.startswith(f"{prefix}/"))
    merged = dict(rules)
    for path in dict.fromkeys(inner):
        same, common = [prefix + path for prefix in prefixes if prefix + path in rules], f"/:language{path}"
        others = (each for each in paths if _matches(common, each) and not any(_matches(rule, each) for rule in same))
        if len(same) > 1 and all(rules[rule] == rules[same[0]] for rule in same) and not any(others):
            merged[common] = rules[same[0]]
            for rule in same:
                del merged[rule]
    return merged


def _matches(rule: str, path: str) -> bool:
    return bool(re.fullmatch(re.escape(rule).replace(":language", "[^/]+").replace(r"\*", ".*"), path))


def _own_headers(settings: Settings, resource: Resource, common: Mapping[str, str]) -> Mapping[str, str]:
    own = headers.built_headers(settings, resource).items() - common.items()
    return {**dict(sorted(own)), "cache-control": CACHING[resource.cache]}


def _folders_with_a_rule(resources: Mapping[str, Resource], own: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Returns the folders whose files can share one rule, shortest first. Hosts limit the number of rules."""
    folders = {f"{parent}/" for path in resources for parent in PurePosixPath(path).parents if parent.name}
    return sorted((folder for folder in folders if _has_one_rule(folder, resources, own)), key=len)


def _has_one_rule(folder: str, resources: Mapping[str, Resource], own: Mapping[str, Mapping[str, str]]) -> bool:
    if folder.rstrip("/") in resources:  # on some hosts, the rule `/a/*` also matches the page `/a`
        return False
    inside = [path for path in resources if path.startswith(folder)]
    pages = [path for path in inside if resources[path].media_type == HTML]
    are_cached_alike = len({own[path]["cache-control"] for path in inside}) == 1
    return not pages or (are_cached_alike and all(own[path] == own[pages[0]] for path in pages))


def _rule(path: str, values: Mapping[str, str]) -> str:
    return "\n".join([path, *(f"  {name}: {value}" for name, value in values.items()), ""])


def _redirects(settings: Settings) -> str:
    root = [f"/ {settings.root_redirect} {settings.root_redirect_status}"] if settings.root_redirect else []
    moved = [f"{quote(path)} {quote(target)} {MOVED_STATUS}" for path, target in moves()]
    others = [f"{language.prefix}/* {language.prefix}/404.html 404" for language in PUBLIC if language != DEFAULT]
    return "".join(f"{line}\n" for line in [*root, *moved, *others])
