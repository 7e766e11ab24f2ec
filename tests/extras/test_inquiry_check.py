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
  return invalidFields(data, FORM);
});
"""


def test_invisible_characters_of_pasted_text_are_accepted(javascript: Browser) -> None:
    pasted = {"phone": "\u202d+420\xa0777 123 456\u202c", "pieces": "\u200e2\u200b", "name": "Ja\xadna"}
    cases = [pasted, {"phone": "none"}, {"name": "\u200b"}]
    script = SCRIPT.replace("CASES", json.dumps(cases)).replace("FORM)", f"{module()})")
    assert javascript.run(script) == [[], ["phone"], ["name"]]


DATES = """
const { contents, removeClosedDates } = await import("$/app/extras/inquiry/contents.js");
const [closed, open] = IDS;
const { bookableUntil } = FORM;
Date.now = () => bookableUntil[closed] + AGO;
const draft = { id: "d", tab: "t", at: Date.now(), texts: { name: "Jana" }, files: [] };
const stored = { "inquiry:d": JSON.stringify({ ...draft, orders: { "": { workshop: closed, pieces: "2" } } }) };
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
removeClosedDates(fields, bookableUntil);
await contents(() => fields, ["workshop", "pieces"], "").open(() => true);
return { offered: workshop.options.map(({ value }) => value), filled: fields.map(({ value }) => value) };
"""


@pytest.mark.parametrize(("ago", "is_open"), [(-1, True), (0, False)])
def test_a_date_that_can_no_longer_be_booked_is_removed(javascript: Browser, ago: int, is_open: bool) -> None:
    """A draft with this date keeps everything else."""
    closed, later = (workshop.id for workshop in WORKSHOPS[:2])
    script = DATES.replace("IDS", json.dumps([closed, later])).replace("FORM", module()).replace("AGO", str(ago))
    found = javascript.run(script)
    assert found["offered"] == (["", closed, later] if is_open else ["", later])
    assert found["filled"] == [closed if is_open else "", "2", "Jana"]
