"""The messages.json export: texts for components' JavaScript, if it loads them at run time (`dynamic.js`).

With `I18N_MESSAGES=bundled` they are in the pages instead. The browser's error page (`app.components.error_view`)
always has its texts in the site's code, as it must work when nothing can be loaded.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from app.i18n.languages import LANGUAGES, Language
from app.i18n.messages import Text, current, use
from app.i18n.typography import polish

FOLDER = "_i18n"
"""The folder below the site's root in which the messages are published."""
MODULE = "app/i18n/client.js"
"""The module that gives components' JavaScript its labels."""
ADDRESSES = "app/i18n/addresses.json"

Labels = Mapping[str, Mapping[str, Text]]
"""Labels by component and by name."""


def typeset_labels(texts: Mapping[str, Text]) -> dict[str, str]:
    """The texts in the language in use, typeset here, as JavaScript shows them and not an element of the page."""
    return {name: polish(str(text), current().code) for name, text in texts.items()}


def files(labels: Labels) -> dict[str, str]:
    """The JSON of every language's messages, by path below the site's root."""
    return {_path(language, labels): _messages(language, labels) for language in LANGUAGES}


def modules(labels: Labels, *, dynamic: bool, base_url: str | None, site_url: str) -> dict[str, str]:
    """The JavaScript modules, by path, that give components their labels, bundled or `dynamic`.

    `base_url` is the messages' origin, by default the site's own. Messages from another host may change, so browsers do
    not cache those.
    """
    if not dynamic:
        return {MODULE: 'export { useLabels } from "./bundled.js";\n'}
    cacheable = base_url is None or urlsplit(base_url).netloc == urlsplit(site_url).netloc
    addresses = {
        language.code: {"url": f"{base_url or ''}/{_path(language, labels)}", "cacheable": cacheable}
        for language in LANGUAGES
    }
    return {MODULE: 'export { useLabels } from "./dynamic.js";\n', ADDRESSES: json.dumps(addresses, indent=2)}


def _path(language: Language, labels: Labels) -> str:
    content_hash = sha256(_messages(language, labels).encode()).hexdigest()[:16]
    return f"{FOLDER}/{content_hash}/{language.code}/messages.json"


def _messages(language: Language, labels: Labels) -> str:
    with use(language):
        texts = {name: typeset_labels(group) for name, group in labels.items()}
    return json.dumps({language.code: texts}, ensure_ascii=False, sort_keys=True)
