"""The messages.json export: the texts that components' JavaScript says, for browsers that load them (`dynamic.js`).

With `I18N_MESSAGES=bundled` they are in the pages and nothing here is used but names. The error page in the page's
place (`app.components.error_view`) has its texts in the site's code always: it has to work where nothing can be loaded.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from app.i18n.languages import LANGUAGES, Language
from app.i18n.messages import Text, current, use
from app.i18n.typography import polish

FOLDER = "_i18n"
"""Where the messages are published, below the site's root."""
MODULE = "app/i18n/client.js"
"""The module from which components' JavaScript gets its labels."""
ADDRESSES = "app/i18n/addresses.json"

Labels = Mapping[str, Mapping[str, Text]]
"""Labels by name, by the component that they belong to."""


def said(texts: Mapping[str, Text]) -> dict[str, str]:
    """The texts in the language in use, typeset: what no element of a page typesets, as a script says it."""
    return {name: polish(str(text), current().code) for name, text in texts.items()}


def files(labels: Labels) -> dict[str, str]:
    """Every language's messages by their path below the site's root."""
    return {_path(language, labels): _messages(language, labels) for language in LANGUAGES}


def modules(labels: Labels, *, dynamic: bool, base_url: str | None, site_url: str) -> dict[str, str]:
    """The JavaScript modules, by path, that give components their labels, bundled or `dynamic`.

    `base_url` is the origin that messages come from; without one, the site's own. Under another host's address other
    messages may stand tomorrow, so those are not cacheable.
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
        texts = {name: said(group) for name, group in labels.items()}
    return json.dumps({language.code: texts}, ensure_ascii=False, sort_keys=True)
