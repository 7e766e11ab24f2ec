import re

import pytest

from app.routes import ROUTES, Place
from tests.support.languages import ENGLISH
from tests.support.site_texts import component_of, page_of


def test_every_open_post_sends_members_to_patreon_for_the_rest() -> None:
    [article] = page_of(Place(ROUTES["patreon-private-post"], ENGLISH)).all("article")
    assert "If this post comes with a poll, a recording, a gallery or files" in article.text
    assert "Open on Patreon" in article.text


@pytest.mark.parametrize("name", ["patreon-private-post", "desk-inquiry"])
def test_a_heading_that_arrives_later_is_announced(name: str) -> None:
    [heading] = page_of(Place(ROUTES[name], ENGLISH)).all("h1")
    assert heading["aria-live"] == "polite"


@pytest.mark.parametrize("name", ["patreon-private", "patreon-private-post"])
def test_outdated_contents_have_a_notice_and_are_loaded_again(name: str) -> None:
    page = str(component_of(Place(ROUTES[name], ENGLISH)))
    for condition in ("recheck", "stale"):
        assert re.search(rf'view\?\.\["{condition}"\] \|\| \w+members_state\.outdated', page), condition


@pytest.mark.parametrize(
    ("name", "contents"), [("patreon-private", ["listed"]), ("patreon-private-post", ["post", "missing"])]
)
def test_only_a_page_that_shows_contents_names_their_owner(name: str, contents: list[str]) -> None:
    page = str(component_of(Place(ROUTES[name], ENGLISH)))
    [condition] = re.findall(r'"data-person":(.*?) \?', re.sub(r'\w+\.view\?\.\["(\w+)"\]', r"view.\1", page))
    shown = " || ".join(f"view.{each}" for each in contents)
    for part in ('view.access === "in"', shown, 'view.language === "en"'):
        assert part in condition


@pytest.mark.parametrize(
    ("name", "path", "rest"),
    [
        (
            "patreon-private-post",
            'isTrue(view["post"]) ? view["post"]?.["path"] : view["missing"]',
            '["post"] : null, ["missing"] : ""',
        ),
        ("desk-inquiry", 'isTrue(view) ? view["path"] : ""', '["opened"] : null, ["missing"] : false, ["said"] : ""'),
    ],
)
def test_a_page_knows_the_path_of_its_contents(name: str, path: str, rest: str) -> None:
    page = re.sub(r"\w+\.view(\?\.)?", "view", str(component_of(Place(ROUTES[name], ENGLISH))))
    assert f"path:({path}),rest:({{...view, ...({{ {rest} }})}})" in page


def test_an_open_post_shows_its_note() -> None:
    assert '?.["post"]?.["note"]' in str(component_of(Place(ROUTES["patreon-private-post"], ENGLISH)))


def test_only_a_post_that_a_tier_unlocks_promises_to_open() -> None:
    page = str(component_of(Place(ROUTES["patreon-private-post"], ENGLISH)))
    for text in ("the post opens within minutes", "Choose your tier"):
        assert page[: page.index(text)].rpartition('["unlockable"]')[2].count(" ? ") == 1, text
