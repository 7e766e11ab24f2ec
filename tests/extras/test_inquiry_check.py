import json
import re
import unicodedata
from datetime import datetime
from typing import Any

import pytest

from app.content.workshops import PRAGUE
from app.extras.inquiry import module
from app.i18n.characters import lines
from app.inquiries.addresses import normalise
from app.inquiries.limits import MAX_YEARS_AHEAD
from tests.support.javascript import Browser

SCRIPT = """
const { invalidFields } = await import("$/app/extras/inquiry/check.js");
const filled = { what: "workshop", name: "Jana", email: "jana@example.com" };
const isFile = (name) => name === "files";
return CASES.map((typed) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...filled, ...typed }))
    data.set(name, isFile(name) ? new File(["%PDF-1.7"], ...value) : value);
  return invalidFields(data, FORM, () => false);
});
"""


def invalid_fields(javascript: Browser, *cases: dict[str, Any]) -> list[list[str]]:
    """Returns the names of the invalid fields for each case. `files` of a case contains a file's name and options."""
    return javascript.run(SCRIPT.replace("CASES", json.dumps(cases)).replace("FORM", module()))


def test_invisible_characters_of_pasted_text_are_accepted(javascript: Browser) -> None:
    pasted = {"phone": "\u202d+420\xa0777 123 456\u202c", "pieces": "\u200e2\u200b", "name": "Ja\xadna"}
    email = {"email": "\u202ajana@exa\u200bmple.com\u202c"}
    assert invalid_fields(javascript, pasted, email) == [[], []]
    assert invalid_fields(javascript, {"phone": "none"}, {"name": "\u200b"}) == [["phone"], ["name"]]


def test_the_script_reads_texts_as_the_server_does(javascript: Browser) -> None:
    characters = [
        *(each for each in map(chr, range(0x10000)) if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp", "Zs")),
        *("\r\n", "\uf8ff", "\U0001fa77", "\U000e0067"),
    ]
    texts = [f"{each}a{each}{each}b{each}" for each in characters]
    script = """
        const { valuesOf } = await import("$/app/extras/inquiry/fields.js");
        return TEXTS.map((text) => {
          const data = new FormData();
          data.set("message", text);
          return valuesOf(data)("message");
        });
    """
    found = javascript.run(script.replace("TEXTS", json.dumps(texts)))
    assert found == [re.sub(r"[^\S\n]+", " ", lines(text)) for text in texts]


def test_a_line_break_in_a_phone_number_is_a_space(javascript: Browser) -> None:
    assert invalid_fields(javascript, *({"phone": f"777{each}123 456"} for each in "\v\f\x85\u2028\x00")) == [[]] * 5


def test_numbers_may_have_thousands_separators(javascript: Browser) -> None:
    numbers = ["1,000", "1.000", "1 000", "1,5", "12,34,567"]
    found = invalid_fields(javascript, *({"what": "posters", "pieces": number} for number in numbers))
    assert found == [[], [], [], ["pieces"], ["pieces"]]


def test_the_text_on_a_voucher_has_few_lines(javascript: Browser) -> None:
    voucher = {"what": "voucher", "voucher": "prints-600"}
    texts = ["V\n" * 7 + "V", "\n" + "V \n" * 8, "V\n" * 8 + "V", "\n" * 9 + "V", "V" + "\u2028" * 8 + "V"]
    found = invalid_fields(javascript, *(voucher | {"greeting": text} for text in texts))
    assert found == [[], [], ["greeting"], [], ["greeting"]]


def test_something_must_be_chosen_in_a_list(javascript: Browser) -> None:
    """The script adds an empty option if the option of a link or draft no longer exists. An empty option is invalid,
    except in the list of workshops, where it means “any date”.
    """
    empty = [{"what": "voucher", "voucher": ""}, {"what": "prints", "product": "", "pieces": "1"}]
    found = invalid_fields(javascript, *empty, {"what": "workshop", "workshop": ""})
    assert found == [["voucher"], ["product"], []]


def test_the_server_and_the_script_accept_the_same_addresses(javascript: Browser) -> None:
    valid = [
        "jana@example.com",
        " o'hara@example.com ",
        "jana+print@mail.example.com",
        "a=b@example.com",
        "jana@háčky.cz",
        "jana@xn--hky-ela4t.cz",
        "jana@пример.рф",
        "jana@உதாரணம்.இலங்கை",
        "j@1.cz",
    ]
    invalid = [
        "jana",
        "jana@localhost",
        "jana@firma.local",
        "jana@example.com,",
        "jana@example.com,eva@example.com",
        "jana@example..com",
        "jana.@example.com",
        ".jana@example.com",
        "jana@-example.com",
        "jana@example.com.",
        "jana@example.123",
        "jiří@example.com",
        "Jana <jana@example.com>",
        "jana eva@example.com",
        '"jana"@example.com',
        "jana@[127.0.0.1]",
        "jana%example.com@otisk.cz",
        "example.com!jana@otisk.cz",
        "=?utf-8?q?jana?=@example.com",
        "x" * 65 + "@example.com",
        "jana@" + "x" * 64 + ".com",
    ]
    assert [normalise(each) is not None for each in (*valid, *invalid)] == [True] * len(valid) + [False] * len(invalid)
    found = invalid_fields(javascript, *({"email": each} for each in (*valid, *invalid)))
    assert found == [[]] * len(valid) + [["email"]] * len(invalid)


def test_a_date_may_be_up_to_some_years_ahead(javascript: Browser) -> None:
    last = datetime.now(PRAGUE).year + MAX_YEARS_AHEAD
    days = ["2020-01-01", f"{last}-12-31", f"{last + 1}-01-01", "20266-01-01"]
    found = invalid_fields(javascript, *({"what": "posters", "pieces": "1", "by": day} for day in days))
    assert found == [["by"], [], ["by"], ["by"]]


def test_today_is_the_studios_day(javascript: Browser) -> None:
    """At the simulated time, it is 1 July in UTC, but already 2 July in Prague."""
    script = f"""
        const Real = Date;
        globalThis.Date = class extends Real {{
          constructor() {{ super("2026-07-01T22:30:00Z"); }}
        }};
        {SCRIPT}
    """
    days = ["2026-07-01", "2026-07-02"]
    cases = [{"what": "posters", "pieces": "1", "by": day} for day in days]
    assert javascript.run(script.replace("CASES", json.dumps(cases)).replace("FORM", module())) == [["by"], []]


def test_a_file_of_another_type_is_not_sent(javascript: Browser) -> None:
    unknown = [[f"Plate{end}"] for end in ("", ".", " v2.1", " no. 2")]
    sent = (["plate.PDF"], ["photo.jfif", {"type": "image/jpeg"}], *unknown)
    refused = (["plate.docx"], ["plate.7z"], ["plate.docx", {"type": "application/msword"}])
    cases = [{"what": "posters", "pieces": "1", "files": file} for file in (*sent, *refused)]
    assert invalid_fields(javascript, *cases) == [[]] * len(sent) + [["files"]] * len(refused)


DATES = """
const { formInput } = await import("$/app/extras/inquiry/form_input.js");
const [closed, open] = IDS;
const bookableUntil = { [closed]: 1e12, [open]: 2e12 };
Date.now = () => bookableUntil[closed] + AGO;
globalThis.__START.bookable = LISTED || undefined;
const draft = { id: "d", tab: "t", at: Date.now(), texts: { name: "Jana" }, files: [] };
const stored = { "inquiry:d": JSON.stringify({ ...draft, orders: { "": { workshop: CHOSEN, pieces: "2" } } }) };
Object.assign(globalThis, { localStorage: createStorage(stored), sessionStorage: createStorage({ inquiry: "t" }) });
const text = (name) =>
  ({ name, type: "text", value: "", defaultValue: "", matches: () => false, ownerDocument: {}, select() {} });
const load = async () => {
  const workshop = { ...text("workshop"), type: "select-one" };
  workshop.options = ["", closed, open].map((value) => ({
    value,
    remove() { workshop.options = workshop.options.filter((each) => each !== this); },
  }));
  const fields = [workshop, text("pieces"), text("name")];
  await formInput(() => fields, ["workshop", "pieces"], SEARCH, bookableUntil).open(() => true);
  return { offered: workshop.options.map(({ value }) => value), filled: fields.map(({ value }) => value) };
};
return [await load(), await load()];
"""


REMOVED = """
const { formInput } = await import("$/app/extras/inquiry/form_input.js");
const draft = { id: "d", tab: "t", at: Date.now(), texts: { name: "Jana" }, files: [] };
const stored = { "inquiry:d": JSON.stringify({ ...draft, orders: { "": { product: STORED } } }) };
Object.assign(globalThis, { localStorage: createStorage(stored), sessionStorage: createStorage({ inquiry: "t" }) });
const text = (name) =>
  ({ name, type: "text", value: "", defaultValue: "", matches: () => false, ownerDocument: {}, select() {} });
globalThis.Option = class {
  constructor(text, value) { Object.assign(this, { text, value }); }
  remove() { product.options = product.options.filter((each) => each !== this); }
};
const options = ["menus", "labels"].map((value) => new Option(value, value));
const add = (option) => product.options.unshift(option);
const product = { ...text("product"), type: "select-one", value: "menus", options, add };
Object.defineProperty(product, "selectedIndex", { set(index) { this.value = this.options[index].value; } });
const fields = [product, text("name")];
const owner = formInput(() => fields, ["product"], SEARCH);
await owner.open(() => true);
const shown = () => [product.value, product.options.map(({ value }) => value)];
const opened = [...shown(), owner.unoffered()];
Object.assign(fields[1], { value: "Eva" });
owner.onInput(fields[1]);
const orders = Object.values(JSON.parse(localStorage["inquiry:d"]).orders);
if (CHOSEN) {
  product.value = CHOSEN;
  owner.onInput(product);
} else await owner.clear();
return { opened, orders, last: [...shown(), owner.unoffered()] };
"""


@pytest.mark.parametrize(
    ("stored", "search", "opened", "orders"),
    [
        ("labels", "", ["labels", ["menus", "labels"], []], [{"product": "labels"}]),
        ("mats", "", ["", ["", "menus", "labels"], ["product"]], [{"product": "mats"}]),
        (
            "menus",
            "?product=mats",
            ["", ["", "menus", "labels"], ["product"]],
            [{"product": "menus"}, {"product": "mats"}],
        ),
        ("mats", "?product=labels", ["labels", ["menus", "labels"], []], [{"product": "mats"}]),
    ],
)
@pytest.mark.parametrize("chosen", ["labels", ""])
def test_a_choice_that_the_form_lacks_leaves_nothing_chosen_and_stays_stored(
    javascript: Browser, stored: str, search: str, opened: list[object], orders: list[object], chosen: str
) -> None:
    script = REMOVED
    for name, value in {"STORED": stored, "SEARCH": search, "CHOSEN": chosen}.items():
        script = script.replace(name, json.dumps(value))
    found = javascript.run(script)
    assert (found["opened"], found["orders"]) == (opened, orders)
    assert found["last"] == [chosen or "menus", ["menus", "labels"], []]


CLOSED, LATER = "2027-01-16", "2027-01-30"
LINK = f"?workshop={CLOSED}"


@pytest.mark.parametrize(
    ("ago", "listed", "search", "chosen", "offered", "filled"),
    [
        (-1, None, LINK, "", ["", CLOSED, LATER], [CLOSED, "", "Jana"]),
        (0, None, LINK, "", ["", LATER], ["", "", "Jana"]),
        (0, None, "", LATER, ["", LATER], [LATER, "2", "Jana"]),
        (0, None, "", CLOSED, ["", CLOSED, LATER], [CLOSED, "2", "Jana"]),
        # `listed` are dates that the server sent: in the first row after booking had ended, in the other rows before
        (0, (0, [CLOSED, LATER]), LINK, "", ["", CLOSED, LATER], [CLOSED, "", "Jana"]),
        (0, (-1, [CLOSED, LATER]), LINK, "", ["", LATER], ["", "", "Jana"]),
        (-1, (-1, [LATER]), LINK, "", ["", LATER], ["", "", "Jana"]),
    ],
)
def test_dates_that_can_no_longer_be_booked_are_removed_unless_the_visitor_chose_them(
    javascript: Browser,
    ago: int,
    listed: tuple[int, list[str]] | None,
    search: str,
    chosen: str,
    offered: list[str],
    filled: list[str],
) -> None:
    script = DATES.replace("IDS", json.dumps([CLOSED, LATER])).replace("AGO", str(ago))
    bookable = listed and {"at": 10**12 + listed[0], "dates": listed[1]}
    script = script.replace("LISTED", json.dumps(bookable))
    found = javascript.run(script.replace("CHOSEN", json.dumps(chosen)).replace("SEARCH", json.dumps(search)))
    assert found == [{"offered": offered, "filled": filled}] * 2, "a reload changes nothing"
