"""Extracts translatable messages from the code."""

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from app.folders import ROOT

SOURCES = {ROOT / "app": "**.py", ROOT / "pwa": "manifest.py"}
KEYWORDS = {"_": None, "ngettext": (1, 2)}
TEMPLATE = "messages.pot"


def extract() -> Catalog:
    """Returns all messages, with their files and line numbers.

    `messages.pot` omits the line numbers, because they change with the code.
    """
    template = Catalog(header_comment="", charset="utf-8", fuzzy=False)
    for folder, pattern in SOURCES.items():
        methods = [("**/.*.py", "ignore"), (pattern, "python")]  # skips editors' hidden files
        found = extract_from_dir(folder, methods, keywords=KEYWORDS, comment_tags=("Translators:",))
        for file, line, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
            template.add(message, locations=[(f"{folder.name}/{file}", line)], auto_comments=comments, context=context)
    return template
