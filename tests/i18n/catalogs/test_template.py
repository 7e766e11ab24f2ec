"""`extract()` finds the texts in the code, with their files and lines."""

import pytest

from app.i18n.catalogs.template import extract


@pytest.mark.usefixtures("source")
def test_texts_have_their_file_and_line(tmp_path):
    template = extract({tmp_path / "site": "**.py"})
    assert [message.id for message in template if message.id] == [
        "Hello, {name}",
        "Printed by hand",
        ("one card", "{n} cards of {kind}"),
    ]
    places = [message.locations for message in template if message.id]
    assert places == [[("site/page.py", line)] for line in (5, 6, 7)]
    assert template["Hello, {name}"].auto_comments == ["Translators: shown at the door"]
