import json
import re
from collections.abc import Callable
from typing import Any

from app.content.inquiry import WHAT
from app.content.inquiry_messages import WRONG
from app.extras.inquiry import LABELS as FORM_LABELS
from app.extras.inquiry import outcomes
from app.extras.inquiry.outcomes import SUBJECTS
from app.folders import ROOT
from app.i18n import typeset, use
from app.inquiries.limits import MAX_QUEUE_DAYS
from tests.support.javascript import Browser
from tests.support.languages import ENGLISH

RunPage = Callable[[str], Any]

SCRIPT = """
const { textOf } = await import("$/app/extras/inquiry/outcomes.js");
const words = WORDS;
const now = new Date("2026-11-25T12:00");
const describe = (code, created, what, state, outcome) =>
  textOf({ id: "1", url: "", what, created: new Date(created).getTime(), state, outcome }, words[code], now);
return CASES.map((each) => describe(...each));
"""


def described(javascript: Browser, *cases: tuple[object, ...]) -> list[str]:
    """Returns the text of each entry. A case consists of the entry's language, date, subject, state and outcome."""
    script = SCRIPT.replace("WORDS", outcomes.module()).replace("CASES", json.dumps(cases))
    texts = javascript.run(script)
    assert not [text for text in texts if re.search(r"\d\. \w|\d [A-Z]", text)], "a line can end within a date"
    return [text.replace("\u00a0", " ") for text in texts]


def test_an_entry_is_described_by_day_and_subject(javascript: Browser) -> None:
    """Entries from the last week show the weekday. Older entries show the date."""
    waits = (
        "waits in this browser and goes out on its own while this site is open: leave the page open, or come back "
        "later."
    )
    assert described(
        javascript,
        ("en", "2026-11-25T00:01", "invitations", "waiting"),
        ("en", "2026-11-24T23:59", "cards", "waiting"),
        ("en", "2026-11-19T12:00", "workshop", "waiting"),
        ("en", "2026-11-18T12:00", "posters", "waiting"),
        ("en", "2026-11-27T12:00", "other", "waiting"),
        ("en", "2026-11-25T00:01", "toString", "waiting"),
        ("cs", "2026-11-24T23:59", "invitations", "sending"),
        ("cs", "2026-11-17T12:00", "posters", "sending"),
    ) == [
        f"Your enquiry from today about invitations {waits}",
        f"Your enquiry from Tuesday about business cards {waits}",
        f"Your enquiry from Thursday about a workshop {waits}",
        f"Your enquiry from 18 November about posters {waits}",
        f"Your enquiry from 27 November about something else {waits}",
        f"An earlier enquiry {waits}",
        "Vaše poptávka z úterý na oznámení se právě odesílá…",
        "Vaše poptávka ze dne 17. listopadu na plakáty se právě odesílá…",
    ]


def test_a_page_may_be_closed_if_the_service_worker_sends_the_inquiry(javascript: Browser) -> None:
    script = """
        const { stateOf } = await import("$/app/extras/inquiry/outcomes.js");
        return [{}, { isSynced: true }, { isSynced: true, isInMemory: true }].map((more) =>
          stateOf({ state: "waiting", ...more }));
    """
    states = javascript.run(script)
    assert states == ["waitingOpen", "waiting", "waitingHere"]
    may_close = {state: "may close" in outcomes.LABELS[state].msgid for state in states}
    assert may_close == {state: "may close" in FORM_LABELS[state].msgid for state in states}
    assert [state for state in states if may_close[state]] == ["waiting"]
    for labels in (outcomes.LABELS, FORM_LABELS):
        assert "open this site again" in labels["waiting"].msgid, "browsers give up after a few attempts"


def test_an_outcome_shows_its_reference_or_reason(javascript: Browser) -> None:
    created = "2026-11-24T12:00"
    assert described(
        javascript,
        ("en", created, "cards", "answered", {"state": "sent", "reference": "AB12CD34"}),
        ("en", created, "cards", "answered", {"state": "refused", "reason": "{inquiry} is no reason."}),
        ("en", created, "cards", "answered", {"state": "expired"}),
    ) == [
        "Your enquiry from Tuesday about business cards has arrived. Its reference is AB12CD34.",
        "Your enquiry from Tuesday about business cards was refused. {inquiry} is no reason.",
        f"Your enquiry from Tuesday about business cards couldn’t reach our server for {MAX_QUEUE_DAYS} days, "
        "and is no longer being sent.",
    ]


def test_every_choice_of_the_form_is_a_subject() -> None:
    assert list(SUBJECTS) == list(WHAT)


def test_python_and_javascript_have_the_same_maximum_age() -> None:
    text = (ROOT / "app/extras/inquiry/queue.js").read_text()
    assert f"MAX_AGE_DAYS = {MAX_QUEUE_DAYS};" in text


def test_the_form_promises_a_mail_unless_the_server_sends_none(javascript: Browser) -> None:
    """Responses of earlier releases lack the field `mailed`. Responses of form services lack `reference`."""
    assert javascript.run("""
        const { labelOf } = await import("$/app/extras/inquiry/outcomes.js");
        const { read } = await import("$/app/extras/inquiry/post.js");
        const answer = { state: "sent", id: "1", reference: "AB12CD34" };
        const answers = await Promise.all([{}, { mailed: true }, { mailed: false }].map((each) =>
          read(Response.json({ ...answer, ...each }), "1")));
        return [...answers, { state: "sent" }, { state: "waiting" }].map(labelOf);
    """) == ["sent", "sent", "sentUnmailed", "arrived", "waiting"]
    assert "sentUnmailed" in FORM_LABELS


def test_only_paths_of_orders_become_links(javascript: Browser) -> None:
    assert javascript.run("""
        const { read } = await import("$/app/extras/inquiry/post.js");
        const answer = { state: "sent", id: "1", reference: "AB12CD34" };
        const addresses = ["/en/vouchers/order?token=aZ-_09", "//evil.test/order?token=a", "https://evil.test/?token=a",
          "/\\\\evil.test/?token=a", "javascript:alert(1)", "/order?token=a#x", 7, undefined];
        const answers = await Promise.all(addresses.map((address) =>
          read(Response.json({ ...answer, order: { text: "x", address } }), "1")));
        return answers.map(({ order }) => order ?? "");
    """) == ["/en/vouchers/order?token=aZ-_09", *[""] * 7]


def test_unchanged_rows_stay_where_they_are(javascript: Browser) -> None:
    """If the script inserted a row again, the row would lose the focus, and screen readers would repeat it."""
    script = """
        const { showOutcomes } = await import("$/app/extras/inquiry/outcomes.js");
        const changes = [];
        class Node {
          dataset = {};
          children = [];
          append(...nodes) { this.children.push(...nodes); }
          remove() { this.parent.children.splice(this.parent.children.indexOf(this), 1); changes.push(`-${this.id}`); }
          insertBefore(node, next) {
            node.parent = this;
            this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node);
            changes.push(`+${node.id}`);
          }
          replaceChildren(...nodes) {
            this.children.forEach((node) => changes.push(`-${node.id}`));
            this.children = [];
            nodes.forEach((node) => this.insertBefore(node));
          }
          get id() { return this.dataset.id; }
        }
        document.createElement = () => new Node();
        const list = new Node();
        return ["ab", "acd", "xcdy", ""].map((ids) => {
          const item = (id) => ({ entry: { id, what: "cards", created: 0, state: "waiting" } });
          const show = () => showOutcomes({ listen() {} }, list, [...ids].map(item), WORDS.en, {});
          show();
          show();
          return [list.children.map(({ id }) => id).join(""), changes.splice(0).join(" ")];
        });
    """.replace("WORDS", outcomes.module())
    expected = {"ab": "+a +b", "acd": "-b +c +d", "xcdy": "-a +x +y", "": "-x -c -d -y"}
    assert javascript.run(script) == [[ids, changes] for ids, changes in expected.items()]


def test_a_refusal_of_an_outdated_form_is_explained_for_the_form_of_the_page(run_page: RunPage) -> None:
    """If the page's form has the refused field, the entry asks the visitor to correct it. Otherwise, it links to the
    latest form.
    """
    rows = run_page("""
        const rows = [];
        const refusals = { full: "workshop", latest: "phone", older: "address" };
        for (const [id, field] of Object.entries(refusals)) {
          const outcome = { state: "refused", reason: "Out of date.", problems: { [field]: "Enter it." } };
          const answered = { created: Date.now(), answered: Date.now(), state: "answered", outcome };
          database.entries.set(id, { id, what: "other", ...answered });
          database.contents.set(id, [["what", "other"], ["workshop", ""]]);
        }
        globalThis.HTMLSelectElement = class extends Element {
          options = [{ value: "menus", textContent: "" }];
        };
        for (const [id, product] of Object.entries({ gone: "mats", offered: "menus" })) {
          const refusal = { state: "refused", reason: "Out of date.", problems: { product: "Choose." } };
          const outcome = { ...refusal, hasRemovedOption: true };
          const answered = { created: Date.now(), answered: Date.now(), state: "answered", outcome };
          database.entries.set(id, { id, what: "prints", ...answered });
          database.contents.set(id, [["what", "prints"], ["product", product]]);
        }
        open("/en/inquiry");
        page["inquiry-workshop"] = new Element();
        page["inquiry-product"] = new HTMLSelectElement();
        const { showEarlier } = await import("$/app/extras/inquiry/earlier.js");
        const list = element("outcomes");
        extra("inquiry").run(() => showEarlier(extra("inquiry"), { onStatus: () => false, restore() {} }));
        await pass(600);
        return list.children.map(({ children: [text, link] }) => [text.textContent, link.href ?? ""]);
    """)
    reasons = [(text.partition("refused. ")[2], link) for text, link in rows]
    with use(ENGLISH):
        wrong = typeset(WRONG)
    outdated = ("Out of date.", "?latest")
    assert reasons == [("Out of date.", ""), (wrong, ""), outdated, (wrong, ""), outdated]


def test_any_other_page_announces_lost_inquiries(run_page: RunPage) -> None:
    """The service worker may receive a refusal while no page is open. The next page announces the refusal, except the
    form's page, which lists all inquiries.
    """
    found = run_page("""
        const { handover } = await import("$/app/start/handover.js");
        const { keepTrying } = await import("$/app/extras/inquiry/delivery.js");
        const announced = [];
        globalThis.dispatchEvent = ({ type }) => announced.push([type, handover.lostInquiries]);
        const states = ["sent", "refused", "expired", "withdrawn"];
        for (const state of states) {
          const entry = { id: state, what: "other", created: Date.now(), answered: Date.now(), state: "answered" };
          database.entries.set(state, { ...entry, outcome: { state } });
          database.contents.set(state, []);
        }
        const opening = database.opening;
        database.opening = async () => { throw new Error("temporary"); };
        keepTrying(0);
        await pass(300);
        database.opening = opening;
        announced.push("The database opens.");
        database.entries.set("slow", { id: "slow", what: "other", created: Date.now(), state: "waiting", url: "/" });
        database.contents.set("slow", [["id", "slow"]]);
        let finish;
        network.answer = (data) => new Promise((resolve) => { finish = async () => resolve(await arrives(data)); });
        keepTrying(0);
        await pass(300);
        announced.push("The upload ends.");
        await finish();
        await pass(300);
        const leave = await visit("/en/inquiry");
        leave();
        return announced.filter((each, index) => String(each) !== String(announced[index - 1]));
    """)
    lost, none = ["inquiries:lost", "refused expired"], ["inquiries:lost", ""]
    assert found == ["The database opens.", lost, "The upload ends.", lost, none]


def test_a_closed_notice_about_lost_inquiries_is_forgotten_with_the_last_of_them(run_page: RunPage) -> None:
    assert run_page("""
        const { keepTrying } = await import("$/app/extras/inquiry/delivery.js");
        localStorage.setItem("notice:lost", "one two");
        const stored = [];
        for (const id of ["one", "two"]) {
          const answered = { created: Date.now(), answered: Date.now(), state: "answered" };
          database.entries.set(id, { id, what: "other", ...answered, outcome: { state: "refused" } });
        }
        for (const id of ["one", "two"]) {
          database.entries.delete(id);
          keepTrying(0);
          await pass(300);
          stored.push(localStorage.getItem("notice:lost"));
        }
        return stored;
    """) == ["one two", None]
