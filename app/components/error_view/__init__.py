"""The error page that replaces a broken page in the browser (`error_view.js`).

It has the design and texts of the server's error page (`app.pages.error`). The texts are in the main bundle, because
other files might fail to load.
"""

import json

from app.components.layout import PRESSED, TYPE, WRAPPER
from app.content.errors import BACK, OTHERWISE, SORRY, TITLES
from app.content.studio import STUDIO
from app.i18n import LANGUAGES, Language, use
from app.routes import url_for

MODULE = "app/components/error_view/view.json"

LOOKS = {
    "page": WRAPPER,
    "status": "mt-8 font-display text-[9rem] leading-none text-spot md:text-[16rem]",
    "title": f"{TYPE} mt-4 text-5xl outline-none md:text-7xl",  # no outline, because a script focuses the title
    "sorry": "mt-6 text-xl",
    "action": "mt-10",
    "button": PRESSED,
}


def module() -> str:
    """Returns the JSON that `error_view.js` imports: CSS classes, and texts by language code."""
    words = {language.code: _words(language) for language in LANGUAGES}
    return json.dumps({"site": STUDIO.name, "looks": LOOKS, "words": words}, ensure_ascii=False, indent=2)


def _words(language: Language) -> dict[str, object]:
    with use(language):
        return {
            "titles": {status: str(title) for status, title in TITLES.items()},
            "otherwise": str(OTHERWISE),
            "sorry": str(SORRY),
            "back": str(BACK),
            "home": url_for("home", language),
        }
