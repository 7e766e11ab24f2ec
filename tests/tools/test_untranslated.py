import subprocess
import sys

import pytest
import reflex as rx

from app.components import html as h
from app.components.layout import page_title, prose
from app.components.link import link
from app.content.studio import STUDIO
from app.folders import ROOT
from app.i18n import Language, _, ngettext, use
from app.i18n.formats import price
from tests.support.languages import CZECH, ENGLISH
from tools import untranslated
from tools.untranslated import Found, marking, plain_strings, position


class Ink(rx.State):
    dry: bool = False
    tins: list[str] = ["red"]  # noqa: RUF012


TINS = "All our tins"
FOUND = {
    "a child": (lambda: h.p("We mix our own"), "We mix our own"),
    "a title": (lambda: page_title("Our ink"), "Our ink"),
    "a line": (lambda: prose("\nOn Tuesdays."), "On Tuesdays."),
    "a link": (lambda: link("To the ink", to="home"), "To the ink"),
    "an element of Reflex": (lambda: rx.el.p("We mix our own"), "We mix our own"),
    "an f-string": (lambda: h.p(f"From {6 * 2} tins"), "From 12 tins"),
    "a translated f-string": (lambda: h.p(_(f"From {6 * 2} tins")), "From 12 tins"),  # noqa: INT001
    "a translated variable": (lambda: h.p(_(TINS)), "All our tins"),
    "a part beside a text": (lambda: h.p(f"{_('Work')} with water"), "with water"),
    "a part beside a name": (lambda: h.p(f"{STUDIO.name} prints"), "Studio Otisk prints"),
    "an alternative text": (lambda: h.img(src="/a.png", alt="A tin"), "A tin"),
    "a label": (lambda: h.button("×", aria_label="Close it"), "Close it"),
    "a placeholder": (lambda: rx.el.input(placeholder="Your name"), "Your name"),
    "a tooltip": (lambda: h.abbr("g", title="grams"), "grams"),
    "markup": (lambda: rx.html("<b>Our</b> ink"), "Our ink"),
    "a condition": (lambda: rx.el.p(rx.cond(Ink.dry, "It is dry", "…")), "It is dry"),
    "a conditional element": (lambda: rx.cond(Ink.dry, h.p("It is dry"), h.p("…")), "It is dry"),
    "a case": (lambda: rx.match(Ink.dry, (True, h.p("It is dry")), h.p("…")), "It is dry"),
    "an item": (lambda: h.ul(rx.foreach(Ink.tins, lambda tin: h.li(tin, " is full"))), "is full"),
}
ACCEPTED = {
    "a text": lambda: h.p(_("Work")),
    "a text with line breaks": lambda: prose(
        _("{names}, {studio}\n{street}, {city}, {phone}\n{company}").format(
            names="Two printers", studio="one studio", street="on a street", city="in a town", phone="", company=""
        )
    ),
    "a text with values": lambda: h.p(_("Newest work: {title}").format(title=_("Comma"))),
    "a text with variables": lambda: h.p(_("from {first} to {last}").format(first=Ink.tins[0], last=Ink.dry)),
    "a plural": lambda: h.p(ngettext("{n} piece", "{n} pieces", 3)),
    "a translated attribute": lambda: h.img(src="/a.png", alt=_("Work")),
    "names": lambda: h.p(f"{STUDIO.street}, {STUDIO.city}"),
    "a language": lambda: h.p(CZECH.name),
    "numbers and marks": lambda: h.p("12 × 4 → 8 g"),
    "a variable": lambda: h.p(Ink.tins[0]),
    "another language": lambda: h.p("Guten Tag", lang="de"),
    "classes": lambda: h.p(class_name="flex wrap", id="mixed-ink", custom_attrs={"data-state": "is closed"}),
}


def strings(component, language: Language = CZECH) -> list[str]:
    with use(language), marking():
        return list(plain_strings(component()))


@pytest.mark.parametrize("name", FOUND)
def test_a_plain_string_is_found(name: str) -> None:
    component, text = FOUND[name]
    assert strings(component) == [text]


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_needs_no_translation_is_accepted(name: str) -> None:
    assert strings(ACCEPTED[name]) == []


def test_a_price_differs_between_languages() -> None:
    found = {language: {Found("a.py", text) for text in strings(_price, language)} for language in (CZECH, ENGLISH)}
    assert untranslated.in_every_language(found) == []


def _price() -> rx.Component:
    return h.p("≈ ", price(2000))


@pytest.mark.parametrize(
    ("text", "line"), [("Our ink", 3), ("From 12 tins", 4), ("On Tuesdays.", 5), ("Nowhere at all", 1)]
)
def test_the_line_of_a_string_is_found(monkeypatch: pytest.MonkeyPatch, text: str, line: int) -> None:
    code = (("app/a.py", 9, "ink"), ("app/b.py", 8, "Our ink"), ("app/pages/ink.py", 3, "Our ink"))
    code += (("app/pages/ink.py", 4, "tins"), ("app/pages/ink.py", 5, "On Tuesdays."))
    monkeypatch.setattr(untranslated, "_constants", lambda: code)
    assert position(Found("app/pages/ink.py", text)) == ("app/pages/ink.py", line)


def test_the_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(untranslated, "_constants", lambda: (("app/pages/ink.py", 3, "Our ink"),))
    monkeypatch.setattr(untranslated, "on_all_pages", lambda: [Found("app/pages/ink.py", "Our ink")])
    assert untranslated.main() == 1
    assert capsys.readouterr().out == f"app/pages/ink.py:3: 'Our ink' is not translatable\n{untranslated.HINT}\n"


@pytest.mark.nightly  # `make check` also runs this command
def test_every_visible_text_of_the_site_is_translatable() -> None:
    command = [sys.executable, "-m", "tools.untranslated"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "Every visible text is translatable.\n"), done.stdout + done.stderr
