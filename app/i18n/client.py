"""Provides labels to JavaScript. The labels are part of the page's code, or `dynamic.js` loads them."""

import json
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from app.i18n.languages import LANGUAGES, Language
from app.i18n.messages import Text, typeset, use

FOLDER = "_i18n"
MODULE = "app/i18n/client.js"
ADDRESSES = "app/i18n/addresses.json"
EXPORTS = 'export {{ updateLabels, useLabels }} from "./{source}.js";\n'

Labels = Mapping[str, Mapping[str, Text]]


def typeset_labels(texts: Mapping[str, Text]) -> dict[str, str]:
    return {name: typeset(text) for name, text in texts.items()}


def labels_by_language(texts: Mapping[str, Text]) -> dict[str, dict[str, str]]:
    return {language.code: _in_language(texts, language) for language in LANGUAGES}


def _in_language(texts: Mapping[str, Text], language: Language) -> dict[str, str]:
    with use(language):
        return typeset_labels(texts)


def files(labels: Labels) -> dict[str, str]:
    """Returns each language's labels as JSON, keyed by file path."""
    return {_path(language, labels): _messages(language, labels) for language in LANGUAGES}


def modules(labels: Labels, *, dynamic: bool, base_url: str | None, site_url: str) -> dict[str, str]:
    """Returns the generated modules' code, keyed by file path.

    If `base_url` is on another host, the labels can change without a build. Therefore, the code makes browsers
    revalidate the labels.
    """
    if not dynamic:
        return {MODULE: EXPORTS.format(source="bundled")}
    cacheable = base_url is None or urlsplit(base_url).netloc == urlsplit(site_url).netloc
    addresses = {
        language.code: {"url": f"{base_url or ''}/{_path(language, labels)}", "cacheable": cacheable}
        for language in LANGUAGES
    }
    return {MODULE: EXPORTS.format(source="dynamic"), ADDRESSES: json.dumps(addresses, indent=2)}


def _path(language: Language, labels: Labels) -> str:
    content_hash = sha256(_messages(language, labels).encode()).hexdigest()[:16]
    return f"{FOLDER}/{content_hash}/{language.code}/messages.json"


def _messages(language: Language, labels: Labels) -> str:
    texts = {name: _in_language(group, language) for name, group in labels.items()}
    return json.dumps({language.code: texts}, ensure_ascii=False, sort_keys=True)
