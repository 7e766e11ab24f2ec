"""The form's script accepts what the server accepts, and offers only dates that can be booked."""

import json

import pytest

from app.content.workshops import WORKSHOPS
from app.extras.inquiry import module
from tests.support.javascript import Browser

SCRIPT = """
const { invalidFields } = await import("$/app/extras/inquiry/check.js");
const filled = { what: "workshop", name: "Jana", email: "jana@example.com" };
return CASES.map((typed) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...filled, ...typed })) data.set(name, value);
  return invalidFields(data, FORM, () => false);
});
"""


def test_invisible_characters_of_pasted_text_are_accepted(javascript: Browser) -> None:
    pasted = {"phone": "\u202d+420\xa0777 123 456\u202c", "pieces": "\u200e2\u200b", "name": "Ja\xadna"}
    cases = [pasted, {"phone": "none"}, {"name": "\u200b"}]
    script = SCRIPT.replace("CASES", json.dumps(cases)).replace("FORM", module())
    assert javascript.run(script) == [[], ["phone"], ["name"]]


DATES = """
const { contents } = await import("$/app/extras/inquiry/contents.js");
const [closed, open] = IDS;
const { bookableUntil } = FORM;
Date.now = () => bookableUntil[closed] + AGO;
const draft = { id: "d", tab: "t", at: Date.now(), texts: { name: "Jana" }, files: [] };
const stored = { "inquiry:d": JSON.stringify({ ...draft, orders: { "": { workshop: CHOSEN, pieces: "2" } } }) };
const storage = (values) => Object.defineProperties(values, {
  getItem: { value(key) { return this[key] ?? null; } },
  setItem: { value(key, value) { this[key] = value; } },
  removeItem: { value(key) { delete this[key]; } },
});
Object.assign(globalThis, { localStorage: storage(stored), sessionStorage: storage({ inquiry: "t" }) });
const text = (name) =>
  ({ name, type: "text", value: "", defaultValue: "", matches: () => false, ownerDocument: {}, select() {} });
const workshop = { ...text("workshop"), type: "select-one" };
workshop.options = ["", closed, open].map((value) => ({
  value,
  remove() { workshop.options = workshop.options.filter((each) => each !== this); },
}));
const fields = [workshop, text("pieces"), text("name")];
await contents(() => fields, ["workshop", "pieces"], SEARCH, bookableUntil).open(() => true);
return { offered: workshop.options.map(({ value }) => value), filled: fields.map(({ value }) => value) };
"""


CLOSED, LATER = (workshop.id for workshop in WORKSHOPS[:2])
LINK = f"?workshop={CLOSED}"


@pytest.mark.parametrize(
    ("ago", "search", "chosen", "offered", "filled"),
    [
        (-1, LINK, "", ["", CLOSED, LATER], [CLOSED, "", "Jana"]),
        (0, LINK, "", ["", LATER], ["", "", "Jana"]),
        (0, "", LATER, ["", LATER], [LATER, "2", "Jana"]),
        (0, "", CLOSED, ["", CLOSED, LATER], [CLOSED, "2", "Jana"]),
    ],
)
def test_dates_that_can_no_longer_be_booked_are_removed_unless_the_visitor_chose_them(
    javascript: Browser, ago: int, search: str, chosen: str, offered: list[str], filled: list[str]
) -> None:
    script = DATES.replace("IDS", json.dumps([CLOSED, LATER])).replace("FORM", module()).replace("AGO", str(ago))
    found = javascript.run(script.replace("CHOSEN", json.dumps(chosen)).replace("SEARCH", json.dumps(search)))
    assert found == {"offered": offered, "filled": filled}
