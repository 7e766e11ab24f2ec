import pytest

from tests.support.javascript import Browser

INSTALL = """
    const listeners = {};
    globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
    Object.assign(document, { cookie: "%s", documentElement: { lang: "cs" } });
    const { storeInstalledLanguage } = await import("$/app/start/install.js");
    storeInstalledLanguage();
    await listeners.appinstalled();
    return document.cookie.split(";")[0];
"""


@pytest.mark.parametrize(
    ("cookie", "stored"), [("", "i18n_redirected=cs"), ("i18n_redirected=en", "i18n_redirected=en")]
)
def test_the_language_of_an_installed_site_is_stored(javascript: Browser, cookie: str, stored: str) -> None:
    assert javascript.run(INSTALL % cookie) == stored
