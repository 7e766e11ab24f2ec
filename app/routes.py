"""The addresses of all pages.

Every route, such as `about`, exists in each language. A route in one language is a `Place`, such as `about-cs`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from itertools import product
from typing import NoReturn
from urllib.parse import quote

from app.content.portfolio import PORTFOLIO
from app.content.vouchers import VOUCHERS
from app.content.workshops import WORKSHOPS, is_over
from app.i18n.languages import DEFAULT, LANGUAGES, PUBLIC, Language, language_of
from app.settings import settings
from app.suggestion import did_you_mean

DESK_STEPS = ("sent", "open", "expired")
"""The states of a staff member's sign-in link."""


RESERVED_PATHS = frozenset(
    {
        *("/inquiries", "/metrics", "/payments/gopay", "/ping"),
        *("/patreon/login", "/patreon/logout", "/patreon/webhook"),
        *("/api", "/index"),
    }
)
"""Paths that no page can have, because the server, Next (`/api`) or Reflex (`/index`) uses them."""


@dataclass(frozen=True)
class Route:
    """A page, or several pages that differ in parameter values.

    `path` is relative to the parent's path, with parameters as `{name}`. `values` lists the allowed values of each
    parameter. `open` contains regular expressions for values that are known only at request time. `served` pages need
    the server, which inserts data or handles their forms. `dated` pages disappear after their date.

    Static exports omit `served` and `private` pages, and pages with `open` parameters. These pages and `dated` pages
    are not precached. `private` pages and pages with `open` parameters are never `indexed`.
    """

    name: str
    path: str
    layout: str = "default"
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    open: Mapping[str, str] = field(default_factory=dict, hash=False)
    served: bool = False
    private: bool = False
    indexed: bool = True
    dated: bool = False
    children: tuple["Route", ...] = ()

    @property
    def page(self) -> str:
        return "app.pages." + self.name.replace("-", "_")

    @property
    def needs_server(self) -> bool:
        return bool(self.served or self.private or self.open)

    @property
    def is_left_out(self) -> bool:
        return settings().is_static and self.needs_server

    @property
    def is_precached(self) -> bool:
        return self.indexed and not (self.needs_server or self.dated)

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+)}", self.path))

    def allows(self, parameter: str, value: str) -> bool:
        if parameter in self.values:
            return value in self.values[parameter]
        return bool(re.fullmatch(self.open[parameter], value))


TABLE = (
    Route("home", "/", layout="fullpage"),
    Route("about", "/about", layout="fullpage"),
    Route("contact", "/contact"),
    Route("links", "/links", layout="plain"),
    Route("bam", "/bam"),
    Route(
        "pricing",
        "/pricing",
        children=(Route("pricing-business", "/business"), Route("pricing-weddings", "/weddings")),
    ),
    Route(
        "inquiry",
        "/inquiry",
        children=(
            Route("inquiry-thanks", "/thanks", served=True, indexed=False),
            Route("inquiry-held", "/held", served=True, indexed=False),
        ),
    ),
    Route("booking", "/booking", served=True, indexed=False),
    Route("workshop", "/workshops/{date}", values={"date": tuple(each.id for each in WORKSHOPS)}, dated=True),
    Route(
        "vouchers",
        "/vouchers",
        layout="fullpage",
        children=(
            # The first matching route wins, so these routes precede `{category}`.
            Route("vouchers-check", "/check", served=True),
            Route("vouchers-order", "/order", served=True, indexed=False),
            Route("vouchers-category", "/{category}", values={"category": tuple(v.slug for v in VOUCHERS)}),
        ),
    ),
    Route(
        "portfolio",
        "/portfolio",
        layout="fullpage",
        children=(
            Route(
                "portfolio-category",
                "/{category}",
                layout="fullpage",
                values={"category": tuple(category.slug for category in PORTFOLIO)},
            ),
        ),
    ),
    Route(
        "patreon",
        "/patreon",
        children=(
            Route("patreon-callback", "/callback", served=True, indexed=False),
            Route(
                "patreon-private",
                "/private",
                private=True,
                children=(
                    Route(
                        "patreon-private-post",
                        "/{postId}",
                        open={"postId": "[0-9]{1,20}"},  # the post's ID on Patreon
                        private=True,
                    ),
                ),
            ),
        ),
    ),
    Route(
        "desk",
        "/desk",
        private=True,
        children=(
            Route(
                "desk-inquiry",
                "/inquiries/{inquiryId}",
                open={"inquiryId": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"},
                private=True,
            ),
            Route(
                "desk-sign-in",
                "/sign-in",
                served=True,
                indexed=False,
                children=(
                    Route("desk-sign-in-step", "/{step}", values={"step": DESK_STEPS}, served=True, indexed=False),
                ),
            ),
        ),
    ),
    Route("print-ready", "/print-ready"),
    Route("delivery", "/delivery"),
    Route("privacy", "/privacy"),
    Route("terms", "/terms"),
    Route("press", "/press"),
)


MOVED: Mapping[str, str] = {}
"""Current paths of moved pages, keyed by earlier path, such as `"/prices": "/pricing"`, without language prefixes."""


def _flat(routes: tuple[Route, ...], parent: str = "") -> Iterator[Route]:
    for route in routes:
        path = parent + route.path
        yield replace(route, path=path, indexed=route.indexed and not (route.private or route.open))
        yield from _flat(route.children, path)


def _checked(routes: Iterable[Route]) -> Iterator[Route]:
    for route in routes:
        if route.path in RESERVED_PATHS or route.path.startswith("/api/"):
            raise ValueError(f"The route `{route.name}` needs another path, because {route.path} cannot be a page.")
        yield route


class _Routes(dict[str, Route]):
    """The routes, keyed by name. A missing name raises a LookupError with a suggestion."""

    def __missing__(self, name: str) -> NoReturn:
        raise LookupError(f"There is no route `{name}`.{did_you_mean(name, self)}")


ROUTES: Mapping[str, Route] = _Routes({route.name: route for route in _checked(_flat(TABLE))})


@dataclass(frozen=True)
class Place:
    """A page in one language, with values for its parameters."""

    route: Route
    language: Language
    params: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The name of the route and the language, such as `about-cs`."""
        return f"{self.route.name}-{self.language.code}"

    @property
    def is_open(self) -> bool:
        return not self.params.keys() >= set(self.route.parameters)

    @property
    def path(self) -> str:
        """The path of the URL, without a trailing slash. Parameters without a value are written as `[postId]`."""
        open_parameters = {name: f"[{name}]" for name in self.route.parameters}
        filled = {name: quote(value, safe="") for name, value in self.params.items()}
        path = self.route.path.format(**{**open_parameters, **filled})
        return (self.language.prefix + path).rstrip("/") or "/"

    def within(self, language: Language) -> "Place":
        return Place(self.route, language, self.params)

    @property
    def alternates(self) -> tuple["Place", ...]:
        return tuple(self.within(language) for language in PUBLIC)

    def is_gone(self, now: datetime) -> bool:
        """Whether the page's date has passed. If so, the server responds with 410."""
        return self.route.dated and is_over(self.params["date"], now)

    @property
    def is_indexed(self) -> bool:
        return self.route.indexed and self.language.public and not self.route.is_left_out


@cache
def places() -> tuple[Place, ...]:
    return tuple(
        Place(route, language, dict(zip(route.values, chosen, strict=True)))
        for language in LANGUAGES
        for route in ROUTES.values()
        for chosen in product(*route.values.values())
    )


def check_names(source: str, names: Iterable[str]) -> None:
    """Checks that the routes called `names` exist. Error messages start with `source`.

    Raises:
        LookupError: a route does not exist.
    """
    for name in names:
        if name not in ROUTES:
            raise LookupError(f"{source}: there is no route `{name}`.{did_you_mean(name, ROUTES)}")


def url_for(name: str, language: Language, **params: str) -> str:
    """Returns the path of a page.

    Raises:
        LookupError: the route does not exist, or a parameter is missing.
        ValueError: the value of a parameter is not allowed.
    """
    route = ROUTES[name]
    for parameter in route.parameters:
        value, values = params[parameter], route.values.get(parameter)
        if values is not None and value not in values:
            raise ValueError(f"The route `{name}` has no {parameter} `{value}`.{did_you_mean(value, values)}")
    return Place(route, language, params).path


@dataclass(frozen=True)
class Match:
    """The page at a path. `valid` is False if a parameter has an invalid value."""

    place: Place
    valid: bool


def match(path: str) -> Match | None:
    """Returns the page at `path` (decoded, without a trailing slash), or None."""
    language = language_of(path)
    inner = path.removeprefix(language.prefix) or "/"
    for route in ROUTES.values():
        found = _pattern(route).fullmatch(inner)
        if found:
            params = found.groupdict()
            valid = all(route.allows(name, value) for name, value in params.items())
            return Match(Place(route, language, params), valid)
    return None


def invalid_pattern() -> str:
    """Returns a regular expression (Python and JavaScript) for paths with an invalid parameter."""
    paths = "|".join(
        f"(?!({_valid_paths(route)})$){_expression(route)}" for route in ROUTES.values() if route.parameters
    )
    return rf"^({_prefixes()})?({paths})$"


def indexed_pattern() -> str:
    """Returns a regular expression (Python and JavaScript) for paths of indexed pages."""
    paths = "|".join(_expression(route, valid=True) for route in ROUTES.values() if route.indexed)
    return rf"^(?:{_prefixes(PUBLIC)})?(?:{paths}|)$"


def _valid_paths(route: Route) -> str:
    """Returns a pattern for the valid paths of a route. The pattern also matches other routes' paths of the same form.

    For example, the pattern for `/vouchers/{category}` also matches `/vouchers/check`.
    """
    own = _pattern(route)
    others = (other.path for other in ROUTES.values() if not other.parameters and own.fullmatch(other.path))
    return "|".join((_expression(route, valid=True), *map(re.escape, others)))


def _expression(route: Route, *, valid: bool = False) -> str:
    values = {name: "|".join(map(re.escape, allowed)) for name, allowed in route.values.items()} | dict(route.open)
    return re.sub(r"{(\w+)}", lambda found: f"(?:{values[found[1]]})" if valid else "[^/]+", route.path)


def _prefixes(languages: Iterable[Language] = LANGUAGES) -> str:
    return "|".join(language.prefix for language in languages if language != DEFAULT)


@cache
def _pattern(route: Route) -> re.Pattern[str]:
    parts = re.split(r"{(\w+)}", route.path)
    return re.compile("".join(f"(?P<{part}>[^/]+)" if i % 2 else re.escape(part) for i, part in enumerate(parts)))


def private_pattern() -> str:
    """Returns a regular expression (Python and JavaScript) for paths of private pages."""
    paths = "|".join(_expression(route) for route in ROUTES.values() if route.private)
    return rf"^({_prefixes()})?({paths})$"


def scripts_pattern(paths: Iterable[str]) -> str:
    """Returns a regular expression (Python and JavaScript) for the script URLs of the pages at `paths`."""
    expressions = "|".join(re.sub(r"{\w+}", "[^/]+", path) for path in paths)
    return rf"/pages({_prefixes()})?({expressions})-[0-9a-f]+\.js$"


def moves() -> Iterator[tuple[str, str]]:
    """Yields the earlier and the current path of each moved page, in every language."""
    for language in LANGUAGES:
        for path, target in MOVED.items():
            yield language.prefix + path, (language.prefix + target).rstrip("/") or "/"


def _check_moved(moved: Mapping[str, str]) -> None:
    for path, target in moved.items():
        for each in (path, target):
            if not re.fullmatch("/|(/[^/]+)+", each) or language_of(each) != DEFAULT:
                raise ValueError(f"MOVED: write {each} as `/about`, without a language and without a last slash.")
        found, page = match(path), match(target)
        if path in RESERVED_PATHS or (found and found.valid):
            raise ValueError(f"MOVED: {path} is in use. Remove it from MOVED, or give the page there another path.")
        if not (page and page.valid):
            meant = did_you_mean(target, (place.path for place in places()))
            raise ValueError(f"MOVED: {path} leads to {target}, but there is no such page.{meant}")


_check_moved(MOVED)
