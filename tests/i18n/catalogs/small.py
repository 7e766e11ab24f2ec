"""A small test module with three messages, and a catalog with their Czech translations."""

from pathlib import Path

from app.i18n.messages import po_file

MODULE = """
from app.i18n import _, ngettext

# Translators: shown at the door
HELLO = _("Hello, {name}")
LONG = _("Printed " "by hand")
CARDS = ngettext("one card", "{n} cards of {kind}", 2)
NOT_A_TEXT = "Goodbye"
"""
CZECH = r"""msgid ""
msgstr ""
"Project-Id-Version: Studio Otisk\n"
"Language: cs_CZ\n"
"Plural-Forms: nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

#. Translators: shown at the door
#: site/page.py
#, python-brace-format
msgid "Hello, {name}"
msgstr "{name}, dobrý den"

#: site/page.py
msgid "Printed by hand"
msgstr "Tištěno ručně"

#: site/page.py
#, python-brace-format
msgid "one card"
msgid_plural "{n} cards of {kind}"
msgstr[0] "karta: {kind}"
msgstr[1] "{n} karty: {kind}"
msgstr[2] "{n} karet: {kind}"

"""


def catalog(locales: Path, code: str = "cs") -> str:
    return po_file(code, locales).read_text()


def edit(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text)
