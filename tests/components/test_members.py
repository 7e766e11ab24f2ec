import pytest

from app.components.link import RouteLink
from app.components.members import again, login, sign_in, sign_out
from app.i18n import LANGUAGES, _, use
from tests.support.rendered import rendered

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


@each_language
def test_the_sign_in_link_retains_the_language(language) -> None:
    with use(language):
        assert login() == f"{language.prefix}/patreon/login"
        for link in (sign_in(), again(_("Try again"))):
            assert not isinstance(link, RouteLink), "the server answers, so there is no client-side navigation"
            assert rendered(link)["href"] == login()


@each_language
def test_signing_out_is_a_form(language) -> None:
    with use(language):
        form = rendered(sign_out())
        assert form["action"] == f"{language.prefix}/patreon/logout"
        here, everywhere = form.all("button")
        assert here["type"] == everywhere["type"] == "submit"
        assert everywhere["formAction"] == form["action"] + "?everywhere" and "formAction" not in here.attributes
