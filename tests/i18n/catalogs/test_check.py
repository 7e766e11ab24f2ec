import os
import subprocess
import sys

import pytest

from app.folders import ROOT
from app.i18n import Language
from app.i18n.catalogs import __main__, check, merge
from app.i18n.catalogs.check import VERBATIM, counts, missing, problems
from app.i18n.catalogs.merge import update
from app.i18n.messages import po_file
from tests.i18n.catalogs.small import MODULE, edit
from tests.support.languages import BOTH

LINES = {"Hello, {name}": (5, 13), "Printed by hand": (6, 17), "one card": (7, 22)}
"""Line numbers of messages: in the source code, then in the catalog."""
SLOVAK = Language("sk", "sk-SK", "Slovenčina", complete=False)


def reported(line: int, fault: str, entry: int) -> str:
    return f"site/page.py:{line}: {fault} (locales/{fault[:2]}/LC_MESSAGES/messages.po:{entry})"


def test_complete_catalogs_have_no_problem(locales):
    assert problems(locales) == missing(locales) == counts(locales) == []


@pytest.mark.parametrize(
    ("whole", "broken", "problem"),
    [
        ('"{n} karty: {kind}"', '""', "'one card' lacks a plural"),
        ('"Tištěno ručně"', '"Tištěno \\"ručně\\""', "'Printed by hand' has a straight quotation mark"),
        ('"{n} karty: {kind}"', '"{n} karty - {kind}"', "'one card' has a hyphen instead of a dash"),
    ],
)
def test_a_faulty_entry_is_reported(locales, whole, broken, problem):
    edit(po_file("cs", locales), (whole, broken))
    line, entry = LINES[problem.split("'")[1]]
    assert problems(locales) == [reported(line, f"cs: {problem}", entry)]


@pytest.mark.parametrize(
    ("whole", "broken", "problem", "count"),
    [
        ('"Tištěno ručně"', '""', "is not translated", (1, 0)),
        (
            'msgid "Printed',
            '#, fuzzy\nmsgid "Printed',
            "is not confirmed: remove `#, fuzzy` if the words are right",
            (0, 1),
        ),
    ],
)
def test_missing_texts_are_listed_and_counted(locales, whole, broken, problem, count):
    edit(po_file("cs", locales), (whole, broken))
    assert problems(locales) == missing(locales) == [reported(6, f"cs: 'Printed by hand' {problem}", 17 + count[1])]
    assert counts(locales) == ["cs: {} of 3 texts are not translated, {} are not confirmed".format(*count)]


def test_an_incomplete_language_is_counted_without_a_fault(locales, monkeypatch):
    for module in (check, merge):
        monkeypatch.setattr(module, "LANGUAGES", (*BOTH, SLOVAK))
    assert update(locales)[2] == "sk: 3 texts, 0 translated, 0 to confirm, 0 obsolete"
    edit(po_file("sk", locales), ('"Printed by hand"\nmsgstr ""', '"Printed by hand"\nmsgstr "Tlačené ručne"'))
    assert problems(locales) == []
    assert missing(locales) == [
        reported(LINES[text][0], f"sk: {text!r} is not translated", LINES[text][1])
        for text in ("Hello, {name}", "one card")
    ]
    assert counts(locales) == ["sk: 2 of 3 texts are not translated, 0 are not confirmed (the language is incomplete)"]
    edit(po_file("sk", locales), ('"Tlačené ručne"', '"Tlačené..."'))
    assert problems(locales) == [reported(6, "sk: 'Printed by hand' has three dots instead of …", 17)], (
        "existing texts must be right"
    )


def test_a_missing_catalog_or_a_changed_text_is_one_problem(locales, source):
    catalog = po_file("cs", locales).read_bytes()
    po_file("cs", locales).unlink()
    assert problems(locales) == ["run `make messages`: it would change cs/LC_MESSAGES/messages.po"]
    po_file("cs", locales).write_bytes(catalog)
    edit(source, ("by hand", "by two hands"))
    assert problems(locales) == [
        "run `make messages`: it would change messages.pot, cs/LC_MESSAGES/messages.po, en/LC_MESSAGES/messages.po"
    ]


def test_english_is_typeset_except_verbatim_texts(locales, source):
    verbatim = next(iter(VERBATIM))
    source.write_text(MODULE.replace("Printed ", "Printed...") + f"VERBATIM = _({verbatim!r})")
    update(locales)
    assert "site/page.py:6: en: 'Printed...by hand' has three dots instead of …" in problems(locales)
    assert not any(verbatim in problem for problem in problems(locales) if "not translated" not in problem)


def test_the_command_s_exit_code(monkeypatch, capsys):
    def run(*arguments: str, **found: list[str]) -> tuple[int, str]:
        for name in ("problems", "missing", "counts"):
            monkeypatch.setattr(check, name, lambda name=name: found.get(name, []))
        return __main__.main([*arguments]), capsys.readouterr().out

    monkeypatch.setattr(merge, "update", lambda: ["cs: done"])
    assert run("update") == (0, "cs: done\n")
    assert run("check") == (0, "The catalogs are complete.\n")
    assert run("check", counts=["sk: few"]) == (0, "sk: few\n")
    assert run("check", problems=["one", "two"], counts=["sk: few"]) == (1, "one\ntwo\nsk: few\n")
    assert run("missing") == (0, "Nothing is missing.\n")
    assert run("missing", missing=["cs: one"], counts=["cs: 1"]) == (0, "cs: one\ncs: 1\n")
    for arguments in ([], ["compile"], ["check", "update"]):
        assert __main__.main(arguments) == 2
        assert "usage" in capsys.readouterr().err


@pytest.mark.nightly
def test_a_closed_pipe_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "app.i18n.catalogs", "missing"]
    result = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert result.stderr == ""
