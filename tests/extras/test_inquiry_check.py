"""The form's script accepts what the server accepts."""

import json

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
