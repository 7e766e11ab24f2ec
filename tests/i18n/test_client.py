import json
import re

import pytest

from app.folders import ROOT
from app.i18n import LANGUAGES, _, client, use
from builder.publish import LABELS

ONE = {"toy": {"close": _("Close"), "next": _("Next")}}
SITE = "https://otisk.test"
BY_KEY = (*("error", "inquiryLines", "inquiryNames", "inquiryProblems", "outcomeDays", "outcomeSubjects", "outcomes"),)
"""Groups of messages. At run time, a script chooses one message of a group, for example by status or by day."""
DYNAMIC = {"dynamic": True, "base_url": None, "site_url": SITE}


def addresses(**changes):
    return json.loads(client.modules(ONE, **{**DYNAMIC, **changes})[client.ADDRESSES])


def test_a_file_maps_its_locale_to_messages():
    files = client.files(ONE)
    assert len(files) == len(LANGUAGES)
    for (path, text), language in zip(files.items(), LANGUAGES, strict=True):
        assert re.fullmatch(rf"_i18n/[0-9a-f]{{16}}/{language.code}/messages\.json", path)
        with use(language):
            assert json.loads(text) == {language.code: {"toy": {"close": str(_("Close")), "next": str(_("Next"))}}}


def test_messages_are_typeset():
    files = client.files({"toy": {"size": _("A {n}").format(n="3 cm")}})
    [english] = [text for path, text in files.items() if "/en/" in path]
    assert json.loads(english)["en"]["toy"]["size"] == "A 3\u00a0cm"


def test_changed_messages_have_another_address():
    other = {"toy": {"close": _("Close"), "next": _("Previous")}}
    assert not set(client.files(ONE)) & set(client.files(other))
    assert set(client.files(ONE)) == set(client.files({"toy": dict(reversed(ONE["toy"].items()))}))


def test_bundled_labels_need_no_files():
    made = client.modules(ONE, dynamic=False, base_url=None, site_url=SITE)
    assert made == {client.MODULE: 'export { updateLabels, useLabels } from "./bundled.js";\n'}


def test_dynamic_labels_have_addresses():
    assert [each["url"] for each in addresses().values()] == [f"/{path}" for path in client.files(ONE)]
    assert addresses(base_url="https://texts.test")["cs"]["url"].startswith("https://texts.test/_i18n/")


@pytest.mark.parametrize(
    ("base_url", "cacheable"), [(None, True), (SITE, True), ("http://otisk.test", True), ("https://texts.test", False)]
)
def test_another_host_s_messages_are_not_cacheable(base_url, cacheable):
    assert {each["cacheable"] for each in addresses(base_url=base_url).values()} == {cacheable}


def test_every_component_gets_its_own_labels():
    asked = {}
    for file in (*(ROOT / "app").rglob("*.js"), *(ROOT / "pwa/seam").glob("*.js")):
        asked |= dict.fromkeys(re.findall(r'(?:use|update)Labels\("(\w+)"', file.read_text()), file.parent)
    assert set(asked) == set(LABELS)
    for name, folder in asked.items():
        scripts = "".join(file.read_text() for file in folder.glob("*.js"))
        together = [label for other, at in asked.items() if at == folder for label in LABELS[other]]
        assert set(re.findall(r"\blabels\.(\w+)", scripts)) <= set(together)
        if name not in BY_KEY:
            assert [label for label in LABELS[name] if not re.search(rf"\b{label}\b", scripts)] == []
