import json
from collections.abc import Callable
from typing import Any

import pytest

from app.content.samples import PRICE as SAMPLE_PACK
from app.extras.inquiry import LABELS
from app.i18n import typeset, use
from tests.support.languages import ENGLISH

RunPage = Callable[[str], Any]


def test_half_a_date_is_not_sent(run_page: RunPage) -> None:
    assert run_page("""
        await visit("/en/inquiry");
        type(FILLED);
        element("by").validity.badInput = true;
        await submit();
        return [network.posted.length, element("by-problem").textContent, element("by").attributes];
    """) == [0, "Enter a date in the future, or leave the field empty.", {"aria-invalid": "true"}]


def test_a_list_that_arrives_after_leaving_changes_nothing(run_page: RunPage) -> None:
    """The form on the next page takes over the draft and shows the outcome."""
    assert run_page("""
        let leave = await visit("/en/inquiry");
        type(FILLED);
        await submit();
        const [entry] = database.entries.values();
        database.entries.set(entry.id, { ...entry, state: "answered", outcome: { state: "sent", reference: "AB12" } });
        let release;
        const opened = new Promise((resolve) => { release = resolve; });
        database.opening = () => opened;
        channel.fire("message", { data: null });
        await pass(300);
        leave();
        const seen = () => [hasFailed("inquiry"), localStorage[`inquiry:${entry.id}`] !== undefined];
        release();
        database.opening = async () => {};
        await settle();
        const afterLeaving = seen();
        await visit("/inquiry");
        await pass(300);
        return [afterLeaving, seen(), state().includes("AB12"), element("name").value];
    """) == [[False, True], [False, False], True, ""]


@pytest.mark.parametrize("when", ["before", "during"])
def test_a_form_that_the_browser_is_sending_is_left_to_it(run_page: RunPage, when: str) -> None:
    """While the browser sends the form, the script does not send it too. Once the visitor edits the form, the script
    sends it. If the form then arrives twice, the server recognises its contents.
    """
    found = run_page(f"""
        await visit("/en/inquiry");
        type({{ name: "Jana", message: "From a draft" }});
        open("/en/inquiry");
        element("name").value = "Eva";
        const mark = () => {{ element("form").dataset.sent = ""; }};
        if ("{when}" === "before") mark();
        const self = extra("inquiry");
        self.run(() => enhance(self));
        mark();
        await pass(300);
        let isPrevented = false;
        element("form").fire("submit", {{ preventDefault() {{ isPrevented = true; }} }});
        await pass(300);
        const before = [isPrevented, element("message").value, network.posted.length];
        delete element("form").dataset.sent;
        type({{ email: "eva@example.com" }});
        await pass(300);
        type({{ email: "eva@example.org" }});
        const [{{ texts }}] = Object.values(localStorage).map((text) => JSON.parse(text));
        element("form").fire("submit", {{ preventDefault() {{ isPrevented = true; }} }});
        return [before, isPrevented, texts];
    """)
    assert found == [
        [False, "", 0],
        True,
        {"name": "Eva", "email": "eva@example.org", "message": "From a draft"},
    ], "the script takes the form once the visitor edits it"


def test_a_form_that_back_restores_shows_the_later_draft(run_page: RunPage) -> None:
    assert run_page("""
        const window = new Target();
        globalThis.addEventListener = (...given) => window.addEventListener(...given);
        await visit("/en/inquiry");
        type(FILLED);
        element("by").validity.badInput = true;
        await submit();
        const seen = () => [element("message").value, { ...element("by").attributes }, element("reason").hidden];
        const back = async () => {
          window.fire("pageshow", { persisted: true });
          await settle();
          return seen();
        };
        const unchanged = await back();
        const [[key, text]] = Object.entries(localStorage);
        const draft = JSON.parse(text);
        draft.texts.message = "Later";
        localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() + 1 }));
        return [unchanged, await back()];
    """) == [["Hello", {"aria-invalid": "true"}, False], ["Later", {}, True]]


def test_clearing_the_form_can_end_after_leaving(run_page: RunPage) -> None:
    found = run_page("""
        const leave = await visit("/en/inquiry");
        type(FILLED);
        element("clear").fire("click");
        leave();
        await settle();
        return hasFailed("inquiry");
    """)
    assert found is False


@pytest.mark.parametrize("contents", ["[]", "['%PDF']", "['%PDF'], gone"])
def test_an_empty_or_deleted_file_is_refused_at_once(run_page: RunPage, contents: str) -> None:
    """If only the server checked files, offline visitors would learn of an invalid file only once they are online."""
    found = run_page(f"""
        FIELDS.push("files");
        await visit("/en/inquiry");
        const gone = {{ arrayBuffer: () => Promise.reject(new Error()) }};
        const made = (parts, more) => Object.assign(new File(parts, "plan.pdf"), more);
        type({{ ...FILLED, files: made({contents}) }});
        await submit();
        return [network.posted.length, element("files-problem").textContent];
    """)
    problem = "One of the files is empty or can no longer be read. Please choose it again."
    assert found == ([1, ""] if contents == "['%PDF']" else [0, problem])


@pytest.mark.parametrize("edit", [{}, {"message": "More"}])
def test_a_form_that_loses_its_database_is_submitted_under_the_stored_id(
    run_page: RunPage, edit: dict[str, str]
) -> None:
    """If the visitor has edited the form since it was stored, it is sent as a new inquiry. The form also sends the
    total, because the server refuses outdated prices.
    """
    stored, posted, fields = run_page(f"""
        FIELDS.push("address");
        await visit("/en/inquiry");
        type({{ ...FILLED, what: "sample-pack", address: "Brno" }});
        database.opening = async () => {{
          if (!database.entries.size) return;
          type({json.dumps(edit)});
          throw new Error("does not open");
        }};
        await submit();
        return [[...database.entries.keys()], network.posted, element("form").elements.map(({{ name }}) => name)];
    """)
    assert [each["id"] for each in posted] == ([""] if edit else stored)
    assert (posted[0]["message"], posted[0]["total"]) == (edit.get("message", "Hello"), str(SAMPLE_PACK))
    assert not {"id", "total"} & set(fields)


@pytest.mark.parametrize(
    ("registration", "expected"),
    [
        ("undefined", "leave the page open"),
        ("{}", "leave the page open"),
        ("{ sync: { register: () => Promise.reject(new Error()) } }", "leave the page open"),
        ("{ sync: { register: async () => {} } }", "may close the page"),
    ],
)
def test_the_page_may_be_closed_only_if_background_sync_is_registered(
    run_page: RunPage, registration: str, expected: str
) -> None:
    own, listed = run_page(f"""
        const getRegistration = async () => ({registration});
        Object.defineProperty(navigator, "serviceWorker", {{ value: {{ getRegistration }} }});
        await visit("/en/inquiry");
        type(FILLED);
        await submit();
        await pass(300);
        const own = state();
        element("clear").fire("click");
        type({{ ...FILLED, message: "Another" }});
        await submit();
        await pass(300);
        return [own, element("outcomes").children[0].children[0].textContent];
    """)
    assert expected in own and expected in listed


@pytest.mark.parametrize("status", [429, 503])
def test_the_servers_reason_is_shown_while_an_inquiry_waits(run_page: RunPage, status: int) -> None:
    texts = run_page(f"""
        await visit("/en/inquiry");
        type(FILLED);
        network.answer = async () => Response.json({{ state: "refused", reason: "Too many." }}, {{ status: {status} }});
        await submit();
        await pass(300);
        const refused = state();
        element("clear").fire("click");
        type({{ ...FILLED, message: "Another" }});
        await submit();
        await pass(300);
        const listed = element("outcomes").children[0].children[0].textContent;
        network.answer = offline;
        await submit();
        await pass(300);
        return [refused, listed, state()];
    """)
    refused, listed, offline = (text.replace("\u00a0", " ") for text in texts)
    assert refused.startswith("Too many. Your enquiry waits")
    assert listed.startswith("Too many. Your enquiry from today")
    assert offline.startswith("Our server can’t be reached. Your enquiry waits")


HELD = """
await visit("/en/inquiry");
const replies = [];
network.answer = ({ id }) => new Promise((resolve) => {
  replies.push((body, status) => resolve(Response.json({ id, reference: "AB12CD34", ...body }, { status })));
});
const refused = [{ state: "refused", reason: "Full.", problems: {} }, 409];
const listed = () => element("outcomes").children.map(({ children: [{ textContent }] }) => textContent);
type(FILLED);
await submit();
"""
"""JavaScript that sends an inquiry and delays the server's response."""


def test_a_refusal_after_a_conflict_is_shown_once(run_page: RunPage) -> None:
    """If the ID is already used, the form sends the inquiry again with a new ID."""
    assert run_page("""
        await visit("/en/inquiry");
        type(FILLED);
        const ids = [];
        network.answer = async ({ id }) => {
          ids.push(id);
          return ids.length === 1
            ? Response.json({ id, state: "conflict", reason: "Used." }, { status: 409 })
            : Response.json({ id, state: "refused", reason: "Not this one.", problems: {} }, { status: 422 });
        };
        await submit();
        await pass(300);
        const listed = element("outcomes").children.length;
        return [element("reason").textContent, listed, new Set(ids).size, element("message").value];
    """) == ["Not this one.", 0, 2, "Hello"]


@pytest.mark.parametrize("next_act", ["element('clear').fire('click')", "type({ message: 'Another' }); await submit()"])
def test_a_refused_inquiry_that_left_the_form_is_listed(run_page: RunPage, next_act: str) -> None:
    texts, stored, message = run_page(f"""
        {HELD}
        {next_act};
        replies[0](...refused);
        await settle();
        await pass(300);
        const stored = [...database.contents.values()].map((contents) => Object.fromEntries(contents).message);
        return [listed(), stored, element("message").value];
    """)
    assert [text.replace("\u00a0", " ") for text in texts] == [
        "Your enquiry from today about something else was refused. Full."
    ]
    assert "Hello" in stored
    assert message == ("" if "clear" in next_act else "Another")


WITHDRAWN = """
await visit("/en/inquiry");
type(FILLED);
await submit();
element("clear").fire("click");
await pass(300);
const row = () => element("outcomes").children[0].children;
const texts = () => row().map(({ textContent }) => textContent);
const press = (label) => row().find(({ textContent }) => textContent === label).fire("click");
const waiting = [state(), ...texts()];
network.posted.length = 0;
network.answer = arrives;
press("Don’t send it");
await settle();
await pass(300);
for (let n = 0; n < 6; n++) await pass(5_000);
"""
"""JavaScript that sends an inquiry offline, clears the form, withdraws the inquiry and goes online."""


def test_a_withdrawn_inquiry_is_not_sent_and_can_be_corrected(run_page: RunPage) -> None:
    waiting, texts, before, message, sent = run_page(f"""
        {WITHDRAWN}
        const withdrawn = texts();
        const before = network.posted.length;
        press("Put it back into the form");
        const restored = element("message").value;
        type({{ message: "Corrected" }});
        await submit();
        await pass(300);
        return [waiting, withdrawn, before, restored, network.posted.map(({{ message }}) => message)];
    """)
    assert (waiting[0], waiting[-1]) == ("", "Don’t send it")
    assert texts[0].replace("\u00a0", " ").startswith("Your enquiry from today about something else is no longer being")
    assert "Don’t send it" not in texts
    assert (before, message, sent) == (0, "Hello", ["Corrected"])


def test_an_inquiry_is_withdrawn_after_a_retry_that_is_being_sent(run_page: RunPage) -> None:
    """While the browser retries, the list shows the inquiry as waiting."""
    shown, hidden, texts, sent = run_page("""
        await visit("/en/inquiry");
        type(FILLED);
        await submit();
        element("clear").fire("click");
        let fail;
        network.answer = () => new Promise((_, reject) => { fail = reject; });
        await pass(5_000);
        await pass(300);
        const row = () => element("outcomes").children[0].children;
        const stop = row().find(({ textContent }) => textContent === "Don’t send it");
        const shown = Boolean(stop && fail);
        stop.fire("click");
        await settle();
        const hidden = stop.hidden;
        fail(new TypeError("offline"));
        network.answer = arrives;
        for (let n = 0; n < 6; n++) await pass(5_000);
        return [shown, hidden, row().map(({ textContent }) => textContent), network.posted.length];
    """)
    assert (shown, hidden, sent) == (True, True, 2)
    assert "no longer being sent" in texts[0]


def test_an_inquiry_that_is_being_sent_cannot_be_withdrawn(run_page: RunPage) -> None:
    listed, sent = run_page(f"""
        {HELD}
        element("clear").fire("click");
        await pass(300);
        const buttons = element("outcomes").children[0].children.length - 1;
        replies[0]({{ state: "sent" }}, 201);
        await settle();
        await pass(300);
        return [[buttons, ...listed()], network.posted.length];
    """)
    assert (listed[0], sent) == (0, 1)
    assert "has arrived" in listed[1]


@pytest.mark.parametrize("first", ["{ state: 'sent' }, 201", "...refused", "{}, 503"])
def test_the_status_is_that_of_the_latest_inquiry(run_page: RunPage, first: str) -> None:
    assert run_page(f"""
        {HELD}
        type({{ message: "Another" }});
        await submit();
        replies[0]({first});
        await pass(1_000);
        const before = [state(), element("reason").textContent];
        replies[1]({{ state: "sent", reference: "EF56AB78" }}, 201);
        await pass(1_000);
        return [before, state().includes("EF56AB78"), listed().length];
    """) == [["Sending…", ""], True, 1]


def test_sending_again_while_an_inquiry_is_being_sent_changes_nothing(run_page: RunPage) -> None:
    found = run_page(f"{HELD} await submit(); return [state(), network.posted.length];")
    assert found == ["Sending…", 1]


@pytest.mark.parametrize("is_reloaded", [False, True])
def test_an_order_accepts_the_price_that_the_server_announced(run_page: RunPage, is_reloaded: bool) -> None:
    found = run_page(f"""
        let leave = await visit("/en/inquiry");
        type({{ ...FILLED, what: "workshop" }});
        const refuse = async ({{ id }}) =>
          Response.json({{ id, state: "refused", reason: "Dearer.", problems: {{}}, crowns: 99 }}, {{ status: 409 }});
        if (!{json.dumps(is_reloaded)}) network.answer = refuse;
        await submit();
        if ({json.dumps(is_reloaded)}) {{
          leave();
          network.answer = refuse;
          leave = await visit("/en/inquiry");
          for (let n = 0; n < 3; n++) await pass(5_000);
        }}
        const shown = element("reason").textContent || element("outcomes").children[0].children[0].textContent;
        const price = element("estimate").textContent;
        network.answer = arrives;
        await submit();
        const totals = network.posted.map(({{ total }}) => total);
        return [shown.includes("Dearer."), price, totals.at(0) > 1_000, totals.at(-1), element("message").value];
    """)
    [is_shown, price, *others] = found
    assert is_shown and price.replace("\u00a0", " ").startswith("CZK 99 ")
    assert others == [True, "99", ""]


def test_an_estimate_of_edited_contents_is_the_pages_own(run_page: RunPage) -> None:
    price, (first, second) = run_page("""
        await visit("/en/inquiry");
        type({ ...FILLED, what: "workshop" });
        network.answer = async ({ id }) =>
          Response.json({ id, state: "refused", reason: "Dearer.", problems: {}, crowns: 99 }, { status: 409 });
        await submit();
        type({ message: "Another" });
        const price = element("estimate").textContent;
        await submit();
        return [price, network.posted.map(({ total }) => total)];
    """)
    assert first == second != "99" and "99" not in price


def test_a_form_that_an_extension_filled_in_can_be_sent_again(run_page: RunPage) -> None:
    """A browser extension fills in the honeypot field, so the server refuses the form."""
    found = run_page("""
        FIELDS.push("website");
        await visit("/en/inquiry");
        type(FILLED);
        element("website").value = "https://example.com";
        network.answer = async ({ id, website }) =>
          website ? Response.json({ id, state: "refused", reason: "Not human." }, { status: 422 }) : arrives({ id });
        await submit();
        const refused = [element("reason").textContent, element("message").value];
        await submit();
        return [refused, network.posted.map(({ website }) => website), element("message").value, state()];
    """)
    assert found[:3] == [["Not human.", "Hello"], ["https://example.com", ""], ""]
    assert found[3].replace("\u00a0", " ").startswith("It has arrived (reference AB12CD34)")


LOST_FILES = """
FIELDS.push("files");
let leave = await visit("/en/inquiry");
element("files").files = [{ name: "plate $& $$.pdf", size: 7, lastModified: 1 }];
type({ ...FILLED, files: "plate" });
await submit();
leave();
leave = await visit("/en/inquiry");
await pass(300);
const note = () => element("files-problem").textContent;
"""
"""JavaScript that sends an inquiry with a file while offline. A reload then empties the file field."""


def test_files_of_a_waiting_inquiry_are_not_asked_for_again(run_page: RunPage) -> None:
    notes, sent, files = run_page(f"""
        {LOST_FILES}
        const notes = [note()];
        const [id] = database.entries.keys();
        network.answer = arrives;
        network.posted.length = 0;
        await submit();
        await pass(300);
        notes.push(note(), element("message").value);
        return [notes, network.posted.map((data) => data.id === id), network.posted.map(({{ files }}) => files)];
    """)
    assert notes == ["", "", ""]
    assert (sent, files) == ([True], ["plate"])


def test_lost_files_stop_an_inquiry_once(run_page: RunPage) -> None:
    found = run_page("""
        FIELDS.push("files");
        const leave = await visit("/en/inquiry");
        element("files").files = [{ name: "plan.pdf", size: 7, lastModified: 1 }];
        type({ ...FILLED, what: "other", files: "plan" });
        leave();
        await visit("/en/inquiry");
        const focused = [];
        element("files").focus = () => focused.push("files");
        const seen = () => [
          network.posted.length, focused.length, element("files").attributes["aria-invalid"] ?? "",
          element("files-problem").textContent,
        ];
        const before = seen();
        await submit();
        const stopped = seen();
        network.answer = arrives;
        await submit();
        return [before, stopped, seen()];
    """)
    note = "Browsers don’t keep files. Choose them again: plan.pdf"
    assert found == [[0, 0, "", note], [0, 1, "true", note], [1, 1, "", ""]]


def test_screen_readers_hear_an_estimate_after_the_first_input_and_that_it_is_an_example(run_page: RunPage) -> None:
    found = run_page("""
        FIELDS.push("pieces", "stationery", "colours", "design");
        await visit("/en/inquiry");
        const output = element("estimate");
        output.setAttribute("aria-live", "off");
        const seen = () => [output.attributes["aria-live"], output.children.map(({ textContent }) => textContent)];
        type({ what: "cards", stationery: "only-cards", colours: "1", design: "own" });
        const example = seen();
        output.children = [];
        type({ pieces: "300" });
        return [example, seen(), output.textContent];
    """)
    [_, texts], [live, later], price = found
    assert [text.rstrip("0123456789: ") for text in texts] == ["Example, for a quantity of"]
    assert (live, later) == (None, []) and price.startswith("CZK")


def test_an_edited_inquiry_asks_for_its_files_until_the_form_is_empty(run_page: RunPage) -> None:
    edited, undone, emptied, entries = run_page(f"""
        {LOST_FILES}
        type({{ message: "Another" }});
        const edited = note();
        type({{ message: "Hello" }});
        const undone = note();
        type({{ message: "Another" }});
        element("clear").fire("click");
        await settle();
        return [edited, undone, note(), [...database.contents.values()].map((all) => Object.fromEntries(all).files)];
    """)
    assert "plate $& $$.pdf" in edited
    assert (undone, emptied, entries) == ("", "", ["plate"])


def test_files_that_the_kind_hides_are_not_sent(run_page: RunPage) -> None:
    assert run_page("""
        await visit("/en/inquiry");
        const files = Object.assign(new Element(), { name: "files", type: "text", value: "posters.pdf" });
        element("form").elements.push(files);
        page["inquiry-files-problem"] = new Element();
        type(FILLED);
        await submit();
        type({ what: "workshop" });
        await submit();
        return network.posted.map((data) => data.files ?? null);
    """) == ["posters.pdf", None]


def test_a_retry_changes_neither_the_error_message_nor_the_status(run_page: RunPage) -> None:
    """If a retry changed the message, screen readers would announce it again."""
    before, *later = run_page("""
        await visit("/en/inquiry");
        type(FILLED);
        network.answer = async () => Response.json({ state: "refused", reason: "Busy." }, { status: 503 });
        await submit();
        await pass(300);
        type({ name: "", message: "Another" });
        const waiting = state();
        await submit();
        const seen = () => [network.posted.length, state(), element("reason").textContent, element("reason").hidden];
        const before = seen();
        network.answer = () => new Promise((resolve) => {
          setTimeout(() => resolve(Response.json({ state: "refused", reason: "Busy." }, { status: 503 })), 2_000);
        });
        await pass(5_500);
        const during = seen();
        await pass(3_000);
        return [before, during, seen(), waiting];
    """)
    during, after, waiting = later
    assert waiting.startswith("Busy.") and before[0] == 1 and during[0] == 2
    assert before[1:] == during[1:] == after[1:]
    assert before[2].startswith("Something is missing") and before[3] is False


def test_any_page_deletes_old_outcomes(run_page: RunPage) -> None:
    """`WAITING_KEY` makes pages load the queue's code. The key stays while the outcome of a lost inquiry is stored."""
    assert run_page("""
        const { keepTrying } = await import("$/app/extras/inquiry/delivery.js");
        localStorage.setItem("inquiries", "yes");
        const created = Date.now() - 31 * 24 * 60 * 60 * 1000;
        for (const [id, days] of [["old", 31], ["new", 29]]) {
          const answered = Date.now() - days * 24 * 60 * 60 * 1000;
          const outcome = { state: "expired" };
          database.entries.set(id, { id, url: "", what: "other", created, answered, state: "answered", outcome });
          database.contents.set(id, [["name", "Jana"]]);
        }
        keepTrying(0);
        await pass(300);
        const seen = () => [[...database.entries.keys()], [...database.contents.keys()], localStorage.inquiries ?? ""];
        const first = seen();
        database.entries.set("new", { ...database.entries.get("new"), answered: created });
        keepTrying(0);
        await pass(300);
        return [first, seen()];
    """) == [[["new"], ["new"], "yes"], [[], [], ""]]


WAITING = """
database.entries.set("1", { id: "1", url: "/inquiries", what: "other", created: Date.now(), state: "waiting" });
database.contents.set("1", [["id", "1"]]);
localStorage.setItem("inquiries", "yes");
network.answer = arrives;
const fails = async () => { throw new Error("does not open"); };
const seen = () => [[...new Set(network.posted.map(({ id }) => id))], localStorage.getItem("inquiries")];
"""


@pytest.mark.parametrize("opens", range(4))
def test_a_database_that_fails_to_open_is_tried_again(run_page: RunPage, opens: int) -> None:
    assert run_page(f"""
        {WAITING}
        let opened = 0;
        database.opening = async () => {{ if (opened++ >= {opens}) await fails(); }};
        await visit("/en/inquiry");
        const [, before] = seen();
        database.opening = async () => {{}};
        for (let n = 0; n < 6; n++) await pass(5_000);
        return [before, seen(), hasFailed("queue"), hasFailed("inquiry")];
    """) == ["yes", [["1"], None], False, False]


def test_a_page_is_busy_until_an_inquiry_in_memory_is_stored(run_page: RunPage) -> None:
    assert run_page("""
        const { handover } = await import("$/app/start/handover.js");
        await visit("/en/inquiry");
        type(FILLED);
        database.opening = async () => { throw new Error("does not open"); };
        await submit();
        await pass(300);
        const before = [handover.isBusy(), database.entries.size, state().includes("this page stays open")];
        database.opening = async () => {};
        await pass(5_000);
        await pass(1_000);
        const stored = [handover.isBusy(), database.entries.size, state().includes("this page stays open")];
        network.answer = arrives;
        for (let n = 0; n < 6; n++) await pass(5_000);
        return [before, stored, state().includes("AB12CD34"), new Set(network.posted.map(({ id }) => id)).size];
    """) == [[True, 0, True], [False, 1, False], True, 1]


def test_a_page_is_busy_while_it_has_chosen_files_or_shows_an_outcome(run_page: RunPage) -> None:
    """When the visitor accepts an update in another tab, a busy page does not reload. A reload would lose the files or
    the outcome.
    """
    assert run_page("""
        const { handover } = await import("$/app/start/handover.js");
        FIELDS.push("files");
        const leave = await visit("/en/inquiry");
        const busy = [handover.isBusy()];
        element("files").files = [{ name: "plate.pdf", size: 7, lastModified: 1 }];
        type({ files: "plate" });
        busy.push(handover.isBusy());
        leave();
        busy.push(handover.isBusy());
        handover.isAccepted = true;
        busy.push(handover.isBusy());
        handover.isAccepted = false;
        await visit("/en/inquiry");
        network.answer = arrives;
        type(FILLED);
        await submit(); // asks for the file again
        await submit();
        await pass(300);
        busy.push(handover.isBusy());
        element("clear").fire("click");
        await settle();
        return [...busy, handover.isBusy()];
    """) == [False, True, True, False, True, False]


@pytest.mark.parametrize("opening", ["undefined", "{ open() { throw new DOMException('', 'SecurityError'); } }"])
def test_without_a_database_nothing_is_waiting(run_page: RunPage, opening: str) -> None:
    assert run_page(f"""
        {WAITING}
        globalThis.indexedDB = {opening};
        await visit("/en/inquiry");
        return [...seen(), hasFailed("queue")];
    """) == [[], None, False]


@pytest.mark.parametrize("answer", ["sent", "refused"])
@pytest.mark.parametrize("edit", ["", "More"])
def test_a_tab_notices_that_another_has_shown_its_outcome(run_page: RunPage, answer: str, edit: str) -> None:
    waiting, shown, message, later = run_page(f"""
        await visit("/en/inquiry");
        type(FILLED);
        await submit();
        await pass(300);
        const waiting = state();
        if ("{edit}") type({{ message: "{edit}" }});
        show("hidden");
        const [entry] = database.entries.values();
        const outcome = {{ state: "{answer}", reference: "AB12CD34" }};
        channel.fire("message", {{ data: {{ ...entry, state: "answered", outcome }} }});
        await pass(300);
        database.entries.clear();
        database.contents.clear();
        database.opening = async () => {{ throw new Error("does not open"); }};
        show("visible");
        await pass(300);
        const unread = state();
        database.opening = async () => {{}};
        await pass(5_000);
        await pass(300);
        const shown = state();
        network.answer = arrives;
        network.posted = [];
        if (element("message").value) await submit();
        const [again] = network.posted;
        return [waiting === unread && unread, shown, element("message").value, again && again.id === entry.id];
    """)
    assert waiting and waiting.startswith("Our server can’t be reached.")
    assert shown.replace("\u00a0", " ").startswith("It has arrived (reference AB12CD34)" if answer == "sent" else "")
    assert bool(shown) is (answer == "sent")
    assert (message, later) == {
        ("sent", ""): ("", None),
        ("sent", "More"): ("", False),
        ("refused", ""): ("", True),
        ("refused", "More"): ("", False),
    }[answer, edit]


def test_a_form_without_a_box_for_a_problem_links_to_the_latest_form(run_page: RunPage) -> None:
    """The link has a query, because without one, the service worker shows an older form until the visitor accepts the
    update.
    """
    links = run_page("""
        await visit("/en/inquiry");
        const links = [];
        for (const problems of [{ name: "Enter your name." }, { address: "Enter the address." }]) {
          type(FILLED);
          const refused = { state: "refused", reason: "No.", problems };
          network.answer = async ({ id }) => Response.json({ ...refused, id }, { status: 422 });
          await submit();
          await pass(300);
          links.push(element("reason").children.map((child) => child.href ?? child));
          type({ message: "Another" });
        }
        Object.defineProperty(globalThis, "localStorage", { value: null });
        type({ message: "A third" });
        await submit();
        links.push(element("reason").children.slice(-2).map((child) => child.href ?? child));
        return links;
    """)
    with use(ENGLISH):
        stays = typeset(LABELS["stays"])
    assert links == [[], [f" {stays} ", "?latest"], [" ", "?latest"]]


def test_a_refused_form_with_an_option_that_is_gone_links_to_the_latest_form(run_page: RunPage) -> None:
    assert run_page("""
        await visit("/en/inquiry");
        const refusal = { state: "refused", reason: "Out of date.", problems: { phone: "Choose." }, outdated: true };
        network.answer = async ({ id }) => Response.json({ ...refusal, id }, { status: 422 });
        type(FILLED);
        await submit();
        const links = element("reason").children.flatMap(({ href }) => href ?? []);
        return [element("reason").textContent, links, element("phone-problem").textContent];
    """) == ["Out of date.", ["?latest"], "Choose."]


def test_a_stored_choice_that_the_form_lacks_is_reported(run_page: RunPage) -> None:
    assert run_page("""
        const draft = { id: "d", tab: "t", at: Date.now(), texts: { phone: "gone" }, orders: {}, files: [] };
        Object.assign(localStorage, { "inquiry:d": JSON.stringify(draft) });
        Object.assign(sessionStorage, { inquiry: "t" });
        globalThis.Option = class {};
        open("/en/inquiry");
        Object.assign(element("phone"), { value: "sold", options: [{ value: "sold" }], add() {} });
        const self = extra("inquiry");
        self.run(() => enhance(self));
        await pass(300);
        return [element("phone-problem").textContent, element("phone").attributes];
    """) == ["Enter a phone number, or leave the field empty.", {"aria-invalid": "true"}]
