"""The form shows and sends the latest input, even if visitors use several tabs."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.content.inquiry import PREFILLED
from app.extras.inquiry import module
from tests.support.inquiry_tabs import TABS
from tests.support.javascript import Browser

DEFAULTS = {"what": "cards", "pieces": "", "name": "", "message": ""}
ORDER = ("what", "pieces")
LINKS = {
    "": {},
    "what=posters&pieces=40": {"what": "posters", "pieces": "40"},
    "pieces=200&name=Eve&message=Hers&by=2030-01-01": {"pieces": "200"},
}
"""The values that each link prefills, keyed by the link's query string."""

Play = Callable[..., Any]


@pytest.fixture(scope="module")
def play(javascript: Browser) -> Iterator[Play]:
    """A function that performs actions in the form and returns the values that tabs show, send and store."""
    with javascript.answering(TABS) as ask:
        yield lambda *acts, is_served=True: ask({"isServed": is_served, "acts": acts})


@dataclass
class Draft:
    texts: dict[str, str] = field(default_factory=dict)
    orders: dict[str, dict[str, str]] = field(default_factory=dict)
    id: object = field(default_factory=object)
    attempt: dict[str, str] | None = None
    at: int = 0


@dataclass
class Tab:
    address: str | None = None
    shown: dict[str, str] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    has_script: bool = False
    is_known: bool = False
    draft: Draft | None = None
    carried: dict[str, str] | None = None


class Expected:
    """The expected contents of the form in three tabs. Each method performs an action that changes these contents."""

    def __init__(self, *, is_served: bool) -> None:
        self.is_served = is_served
        self.tabs = [Tab(), Tab(), Tab()]
        self.closed: list[Draft] = []
        self.sent: list[tuple[object, dict[str, str]]] = []
        self._time = count(1)

    def do(self, kind: str, number: int, *given: Any) -> None:
        if kind == "arrived":
            self.arrived(number)
        else:
            getattr(self, kind)(self.tabs[number], *given)

    def _load(self, tab: Tab, address: str, *, in_document: bool = False) -> None:
        tab.address, tab.touched, tab.has_script = address, set(), False
        tab.shown = DEFAULTS | (LINKS[address] if self.is_served and not in_document else {})
        tab.is_known = tab.is_known and in_document

    def open(self, tab: Tab, address: str) -> None:
        self._load(tab, address)

    def reload(self, tab: Tab, is_restored: bool) -> None:
        before = tab.shown
        self._load(tab, tab.address or "")
        if is_restored:
            tab.touched = {name for name in before if before[name] != tab.shown[name]}
            tab.shown = before

    def switch(self, tab: Tab) -> None:
        tab.carried = tab.carried if tab.has_script else tab.shown
        self._load(tab, tab.address or "", in_document=tab.has_script)

    def close(self, tab: Tab) -> None:
        if tab.draft and tab.draft.at:
            self.closed.append(tab.draft)
        tab.__init__()

    def type(self, tab: Tab, name: str, value: str) -> None:
        tab.shown = tab.shown | {name: value}
        tab.touched.add(name)
        if tab.has_script:
            self._save(tab)

    def script(self, tab: Tab, *meanwhile: str) -> None:
        if meanwhile:
            self.type(tab, *meanwhile)
        tab.has_script = tab.is_known = True
        carried, tab.carried = tab.carried or {}, None
        self._restore(tab, {name: value for name, value in carried.items() if value != tab.shown[name]})
        tab.draft = tab.draft if tab.draft and tab.draft.at else self._orphan() or Draft()
        orders, address = tab.draft.orders, tab.address or ""
        order = orders.get(address) or ({} if address else next(reversed(orders.values()), {}))
        self._restore(tab, tab.draft.texts | order)
        for name, value in LINKS[address].items():
            if name not in tab.touched:
                tab.shown = tab.shown | {name: value}
        self._save(tab)

    def _orphans(self) -> list[Draft]:
        unknown = [each.draft for each in self.tabs if not each.is_known and each.draft and each.draft.at]
        return sorted(self.closed + unknown, key=lambda draft: -draft.at)

    def _orphan(self) -> Draft | None:
        found = next(iter(self._orphans()), None)
        if found:
            self._forget(found)
        return found

    def _forget(self, draft: Draft) -> None:
        self.closed = [each for each in self.closed if each is not draft]
        for tab in self.tabs:
            if tab.draft is draft:
                tab.draft = None

    def _restore(self, tab: Tab, values: dict[str, str]) -> None:
        for name, value in values.items():
            if name not in tab.touched:
                tab.shown = tab.shown | {name: value}
                tab.touched.add(name)

    def _save(self, tab: Tab) -> None:
        assert tab.draft
        if not tab.touched:
            return
        typed = {name: value for name, value in tab.shown.items() if name in tab.touched}
        tab.draft.texts = {name: value for name, value in typed.items() if name not in ORDER}
        if order := {name: value for name, value in typed.items() if name in ORDER}:
            tab.draft.orders.pop(tab.address or "", None)
            tab.draft.orders[tab.address or ""] = order
        tab.draft.at = next(self._time)

    def send(self, tab: Tab) -> None:
        assert tab.draft
        tab.touched = set(tab.shown)
        if tab.draft.attempt is not None and tab.draft.attempt != tab.shown:
            tab.draft.id = object()
        tab.draft.attempt = tab.shown
        self._save(tab)
        self.sent.append((tab.draft.id, tab.shown))

    def _empty(self, tab: Tab) -> None:
        tab.shown, tab.touched, tab.draft = DEFAULTS, set(), Draft()

    def clear(self, tab: Tab) -> None:
        self._empty(tab)
        for draft in self._orphans():
            self._forget(draft)

    def arrived(self, number: int) -> None:
        id = self.sent[number][0]
        for tab in self.tabs:
            if not tab.draft or tab.draft.id is not id:
                continue
            if tab.has_script and tab.draft.attempt == tab.shown:
                self._empty(tab)
            elif tab.has_script:
                tab.draft.id, tab.draft.attempt = object(), None
                self._save(tab)
            elif self._is_as_sent(tab.draft):
                tab.draft = None
        self.closed = [each for each in self.closed if each.id is not id or not self._is_as_sent(each)]

    @staticmethod
    def _is_as_sent(draft: Draft) -> bool:
        order = next(reversed(draft.orders.values()), {})
        return draft.attempt is not None and {**draft.texts, **order} == draft.attempt


VALUES = {
    "what": st.sampled_from(["cards", "posters", "workshop"]),
    "pieces": st.sampled_from(["", "40", "80", "200"]),
    "name": st.sampled_from(["", "Jana", "Petr"]),
    "message": st.sampled_from(["", "A", "B"]),
}
TYPED = st.one_of(*(st.tuples(st.just(name), value) for name, value in VALUES.items()))
NUMBERS = st.sampled_from([0, 0, 0, 0, 1, 1, 2])
BEFORE_SCRIPT = st.sampled_from(["script", "script", "script", "type", "type", "reload", "switch", "close"])
WITH_SCRIPT = st.sampled_from(
    ["type", "type", "type", "send", "send", "arrived", "arrived", "clear", "reload", "switch", "close", "open"]
)
ARGUMENTS = {
    "open": st.tuples(st.sampled_from(list(LINKS))),
    "type": TYPED,
    "script": st.one_of(st.just(()), TYPED),
    "reload": st.tuples(st.booleans()),
}


def next_act(draw: Callable[..., Any], expected: Expected) -> tuple:
    number = draw(NUMBERS)
    tab = expected.tabs[number]
    kind = draw(WITH_SCRIPT if tab.has_script else BEFORE_SCRIPT) if tab.address is not None else "open"
    if kind == "arrived" and expected.sent:
        return kind, draw(st.integers(0, len(expected.sent) - 1))
    if kind == "arrived":
        kind = "send"
    return kind, number, *draw(ARGUMENTS.get(kind, st.just(())))


@given(st.data(), st.integers(1, 30), st.booleans())
@settings(max_examples=80)
def test_what_was_typed_last_is_shown_and_sent(play: Play, data: st.DataObject, steps: int, is_served: bool) -> None:
    expected = Expected(is_served=is_served)
    happened, shown = [], []
    for _ in range(steps):
        act = next_act(data.draw, expected)
        expected.do(*act)
        happened.append(act)
        shown.append([tab.shown if tab.address is not None else None for tab in expected.tabs])
    found = play(*happened, is_served=is_served)
    for act, seen, wanted in zip(happened, found["seen"], shown, strict=True):
        assert seen == wanted, act
    assert [values for _, values in found["sent"]] == [values for _, values in expected.sent]
    ids = {(token, id) for (token, _), (id, _) in zip(expected.sent, found["sent"], strict=True)}
    assert len(ids) == len({token for token, _ in ids}) == len({id for _, id in ids})
    by_id = {(id, tuple(values.items())) for id, values in found["sent"]}
    assert len(by_id) == len({id for id, _ in by_id}), "one id was sent with two contents"


def shown(found: dict[str, Any], tab: int = 0) -> dict[str, str]:
    return found["seen"][-1][tab]


CARDS, POSTERS, _ = LINKS
OPENED = [("open", 0, CARDS), ("script", 0)]
PLATE = ["plate.pdf", 7]


def test_the_script_and_the_server_let_a_link_fill_in_the_same_fields() -> None:
    assert json.loads(module())["prefilled"] == list(PREFILLED)


def test_files_stay_within_a_document_and_are_asked_for_in_another(play: Play) -> None:
    chosen = [*OPENED, ("type", 0, "name", "Jana"), ("type", 0, "files", [PLATE])]
    assert play(*chosen, ("switch", 0), ("script", 0))["last"][0]["files"] == ["plate.pdf"]
    found = play(*chosen, ("reload", 0, False), ("script", 0))
    assert (found["last"][0]["files"], found["last"][0]["missing"]) == ([], ["plate.pdf"])
    found = play(*chosen, ("reload", 0, True), ("script", 0))
    assert (found["last"][0]["files"], found["last"][0]["missing"]) == (["plate.pdf"], [])
    assert play(*chosen, ("reload", 0, False), ("script", 0), ("type", 0, "files", [PLATE]))["last"][0]["missing"] == []


def test_all_files_chosen_before_the_script_are_asked_for_after_a_switch(play: Play) -> None:
    chosen = ("type", 0, "files", [PLATE, ["back.pdf", 8]])
    found = play(("open", 0, ""), chosen, ("switch", 0), ("script", 0))
    assert found["last"][0] == {"files": [], "missing": ["plate.pdf", "back.pdf"]}


def test_the_same_texts_without_files_get_a_new_id(play: Play) -> None:
    sent = [*OPENED, ("type", 0, "files", [PLATE]), ("send", 0), ("reload", 0, False), ("script", 0)]
    [(first, _), (second, _)] = play(*sent, ("send", 0))["sent"]
    assert first != second


def test_a_sent_form_is_emptied_after_losing_its_files(play: Play) -> None:
    typed = [*OPENED, ("type", 0, "name", "Jana"), ("type", 0, "files", [PLATE]), ("send", 0)]
    found = play(*typed, ("close", 0), ("open", 1, ""), ("script", 1), ("arrived", 0))
    assert shown(found, 1) == DEFAULTS
    assert found["stored"] == []


def test_later_edits_stay_stored_when_another_tab_learns_of_the_arrival(play: Play) -> None:
    typed = [*OPENED, ("type", 0, "name", "Jana"), ("send", 0), ("type", 0, "name", "Petr"), ("reload", 0, False)]
    found = play(("open", 1, ""), ("script", 1), *typed, ("arrived", 0), ("script", 0))
    assert shown(found)["name"] == "Petr"


TAKEN = [
    ("open", 0, ""),
    ("script", 0),
    ("type", 0, "name", "Jana"),
    ("follow", 0),
    ("open", 1, ""),
    ("script", 1),
    ("type", 1, "message", "B"),
    ("back", 0),
]
"""Actions in which the second tab takes over the first tab's draft, and then the first tab goes back to its form."""
SEND_ANOTHER = [("send", 0), ("type", 0, "message", "A"), ("send", 0)]
SEND_FROM_1 = [("send", 1), ("type", 1, "message", "second"), ("send", 1)]


@pytest.mark.parametrize("acts", [[("type", 0, "message", "A")], [("clear", 0)], SEND_ANOTHER])
def test_a_document_from_the_back_forward_cache_keeps_the_draft_of_another_tab(
    play: Play, acts: list[tuple[Any, ...]]
) -> None:
    found = play(*TAKEN, *acts, ("reload", 0, False), ("script", 0), ("reload", 1, False), ("script", 1))
    assert shown(found, 1) == DEFAULTS | {"name": "Jana", "message": "B"}
    assert shown(found)["message"] == ("" if acts == [("clear", 0)] else "A")


LATER = [
    *OPENED,
    ("type", 0, "name", "Jana"),
    ("type", 0, "files", [PLATE]),
    ("follow", 0),
    ("open", 0, POSTERS),
    ("script", 0),
    ("type", 0, "message", "B"),
]
"""Actions in which the visitor starts a draft on one page and continues it on the tab's next page. The browser caches
the first page for Back.
"""


def test_a_document_from_the_back_forward_cache_shows_later_changes(play: Play) -> None:
    found = play(*LATER, ("back", 0))
    assert shown(found) == DEFAULTS | {"name": "Jana", "message": "B"}
    assert found["last"][0] == {"files": ["plate.pdf"], "missing": []}
    found = play(*LATER, ("type", 0, "files", [["back.pdf", 8]]), ("back", 0))
    assert found["last"][0] == {"files": [], "missing": ["back.pdf"]}
    found = play(*LATER, ("back", 0), ("type", 0, "name", "Petr"), ("open", 0, POSTERS), ("script", 0))
    assert shown(found) == DEFAULTS | {"what": "posters", "pieces": "40", "name": "Petr", "message": "B"}


def test_a_document_from_the_back_forward_cache_does_not_send_again(play: Play) -> None:
    found = play(*LATER, ("send", 0), ("arrived", 0), ("back", 0))
    assert (shown(found), found["stored"]) == (DEFAULTS, [])
    [(first, _), (second, _)] = play(*LATER, ("type", 0, "files", []), ("send", 0), ("back", 0), ("send", 0))["sent"]
    assert first == second


@pytest.mark.parametrize(
    "acts", [[("open", 1, ""), ("script", 1), ("type", 1, "name", "X"), ("clear", 1)], [*TAKEN[4:-1], *SEND_FROM_1]]
)
def test_a_document_from_the_back_forward_cache_keeps_its_text_whatever_other_tabs_do(
    play: Play, acts: list[tuple[Any, ...]]
) -> None:
    found = play(*TAKEN[:4], *acts, ("back", 0))
    assert shown(found)["name"] == "Jana"


@pytest.mark.parametrize("edit", [[], [("type", 0, "message", "A")]])
def test_restoring_an_inquiry_keeps_the_edited_draft_of_another_tab(play: Play, edit: list[tuple[Any, ...]]) -> None:
    """An unedited draft moves to the tab that restores the inquiry."""
    sent = [*OPENED, ("type", 0, "name", "Jana"), ("send", 0), *edit, ("open", 1, ""), ("script", 1)]
    back = ("putBack", 1, 0, DEFAULTS | {"name": "Jana"})
    found = play(*sent, back, ("type", 1, "message", "B"), ("send", 1), ("reload", 0, False), ("script", 0))
    assert shown(found, 1) == DEFAULTS | {"name": "Jana", "message": "B"}
    assert shown(found) == DEFAULTS | ({"name": "Jana", "message": "A"} if edit else {})
    [(first, _), (second, _)] = found["sent"]
    assert first != second


def test_a_refused_inquiry_is_restored_only_into_an_empty_form(play: Play) -> None:
    sent = [*OPENED, ("type", 0, "name", "Jana"), ("send", 0), ("clear", 0)]
    back = ("putBack", 0, 0, {"what": "posters", "pieces": "80", "name": "Jana"}, PLATE)
    found = play(*sent, back, ("send", 0))
    assert found["answers"] == [True]
    assert found["last"][0]["files"] == ["plate.pdf"]
    assert found["sent"][1] == [found["sent"][0][0], DEFAULTS | {"what": "posters", "pieces": "80", "name": "Jana"}]
    found = play(*sent, ("type", 0, "name", "Petr"), back)
    assert (found["answers"], shown(found)) == ([False], DEFAULTS | {"name": "Petr"})


def test_a_draft_of_a_former_release_is_restored(play: Play) -> None:
    values = {"what": "workshop", "pieces": "", "name": "Jana", "website": "x"}
    stored = ("stored", 0, "inquiry", json.dumps({"id": "1", "values": values}))
    found = play(stored, *OPENED)
    assert shown(found) == DEFAULTS | {"what": "workshop", "name": "Jana"}
    found = play(stored, ("open", 0, POSTERS), ("script", 0))
    assert shown(found) == DEFAULTS | LINKS[POSTERS] | {"name": "Jana"}


def test_drafts_are_limited_in_number_and_age(play: Play) -> None:
    typed = [*OPENED, ("type", 0, "name", "Jana"), ("close", 0)]
    again = [("open", 1, ""), ("script", 1)]
    assert shown(play(*typed, ("days", 29), *again), 1)["name"] == "Jana"
    assert shown(play(*typed, ("days", 31), *again), 1)["name"] == "Jana"
    old = {"id": "1", "tab": "", "at": 1, "foundOld": 1, "texts": {"name": "Jana"}, "orders": {}}
    found = play(("stored", 0, "inquiry:1", json.dumps(old)), *again)
    assert (shown(found, 1)["name"], found["stored"]) == ("", [])
    many = [
        ("stored", 0, f"inquiry:{n}", json.dumps({"id": str(n), "tab": "", "at": 1, "texts": {}, "orders": {}}))
        for n in range(15)
    ]
    assert len(play(*many, *again)["stored"]) == 10
