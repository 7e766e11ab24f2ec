"""The error page that appears if a page fails in the browser (`error_view.js`).

It looks like the server's error page. The main script contains the text, because other files might fail to load.
"""

import json
from collections.abc import Mapping

from app.components.header import MENU
from app.components.layout import PRESSED, QUIET, TYPE, WRAPPER
from app.content.errors import BACK, HINTS, OTHERWISE, SORRY, TITLES
from app.content.studio import STUDIO
from app.i18n import LANGUAGES, Text, _, client
from app.routes import url_for

MODULE = "app/components/error_view/view.json"

LABELS: Mapping[str, Text] = {
    **{str(status): title for status, title in TITLES.items()},
    "otherwise": OTHERWISE,
    "sorry": SORRY,
    "back": BACK,
    "menu": _("Main menu"),
    **{f"hint {status}": hint for status, hint in HINTS.items()},
    **dict(MENU),
}
"""Text of the error page. Headings are keyed by HTTP status, and link labels by route."""

LOOKS = {
    "page": WRAPPER,
    "status": "mt-8 font-display text-6xl leading-none text-spot min-[20rem]:text-[9rem] md:text-[16rem]",
    # no outline, because the script focuses the title only for screen readers
    "title": f"{TYPE} mt-4 text-5xl outline-none md:text-7xl",
    "sorry": "mt-6 text-xl",
    "hint": "mt-10 text-xl",
    "menu": "mt-2 flex flex-wrap gap-x-8 text-xl",
    "link": QUIET,
    "action": "mt-10",
    "button": PRESSED,
}


def module() -> str:
    """Returns the CSS classes and text for `error_view.js` as JSON."""
    view = {
        "site": STUDIO.name,
        "looks": LOOKS,
        "labels": client.labels_by_language(LABELS),
        "homes": {language.code: url_for("home", language) for language in LANGUAGES},
        "menu": [name for name, _label in MENU],
        "paths": {language.code: {name: url_for(name, language) for name, _label in MENU} for language in LANGUAGES},
    }
    return json.dumps(view, ensure_ascii=False, indent=2)
