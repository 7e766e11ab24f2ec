"""Internal links lead to a route in the page's language. External links have the attribute `rel=noopener`."""

import pytest

from app.components.link import link, outward
from app.i18n import _, use
from tests.support.languages import CZECH, ENGLISH
from tests.support.rendered import rendered


@pytest.mark.parametrize(
    ("given", "czech", "english"),
    [
        ({"to": "home"}, "/", "/en"),
        ({"to": "home", "anchor": "work"}, "/#work", "/en#work"),
        (
            {"to": "vouchers-category", "params": {"category": "prints"}, "anchor": "terms"},
            "/vouchers/prints#terms",
            "/en/vouchers/prints#terms",
        ),
    ],
)
def test_address_is_in_the_language_in_use(given, czech, english):
    for language, href in ((CZECH, czech), (ENGLISH, english)):
        with use(language):
            assert rendered(link("there", **given))["href"] == href


def test_text_and_attributes():
    with use(CZECH):
        element = rendered(link(_("Main menu"), to="about", class_name="x", title=_("Menu")))
        czech = str(_("Main menu"))
    assert (element.name, element.text, element["title"], element["className"]) == ("Link", czech, "Menu", "x")
    assert czech != "Main menu"


def test_a_dead_link_fails_the_build():
    with pytest.raises(LookupError, match="no route `nowhere`"):
        link("there", to="nowhere")


def test_a_link_to_another_site_has_rel_noopener():
    element = rendered(outward("map", href="https://example.com/?a=1&b=2"))
    assert (element.name, element.attributes) == ("a", {"href": "https://example.com/?a=1&b=2", "rel": "noopener"})
    assert rendered(outward("me", href="https://a.test", rel="me noopener"))["rel"] == "me noopener"
