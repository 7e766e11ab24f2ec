"""A post names what is only on Patreon."""

from app.routes import ROUTES, Place
from tests.support.languages import ENGLISH
from tests.support.site_texts import page_of


def test_every_open_post_sends_members_to_patreon_for_the_rest() -> None:
    [article] = page_of(Place(ROUTES["patreon-private-post"], ENGLISH)).all("article")
    assert "If this post comes with a poll, a recording, a gallery or files" in article.text
    assert "Open on Patreon" in article.text
