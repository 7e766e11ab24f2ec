"""The texts of the site, as the code has them."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

SOURCES = Path(__file__).resolve().parents[2]
KEYWORDS = {"_": None, "ngettext": (1, 2)}
TEMPLATE = "messages.pot"


def extract(sources: Path = SOURCES) -> Catalog:
    """The template: every text in the Python modules below `sources`, with the file that it is in and its line, which
    is not written: every edit would make the template stale."""
    template = Catalog(header_comment="", charset="utf-8", fuzzy=False)
    found = extract_from_dir(sources, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
    for file, line, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        place = (f"{sources.name}/{Path(file).as_posix()}", line)
        template.add(message, locations=[place], auto_comments=comments, context=context)
    return template
