import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.content.inquiry import PREFILLED
from app.extras.inquiry import module
from tests.support.inquiry_model import DEFAULTS, LINKS, Model
from tests.support.inquiry_tabs import FIRST, SECOND, TABS, Action, Play, Played, arrive, store, wait
from tests.support.javascript import Browser

TYPED = st.one_of(
    st.tuples(st.just("what"), st.sampled_from(["cards", "posters", "workshop"])),
    st.tuples(st.just("pieces"), st.sampled_from(["", "40", "80", "200"])),
    st.tuples(st.just("name"), st.sampled_from(["", "Jana", "Petr"])),
    st.tuples(st.just("message"), st.sampled_from(["", "A", "B"])),
)
"""Names and values of fields."""
ARGUMENTS = {
    "open": st.tuples(st.sampled_from(list(LINKS))),
    "type": TYPED,
    "enhance": st.one_of(st.just(()), TYPED),
    "reload": st.tuples(st.booleans()),
}
TAB_NUMBERS = st.sampled_from([0, 0, 0, 0, 1, 1, 2])
BEFORE_SCRIPT = st.sampled_from(["enhance", "enhance", "enhance", "type", "type", "reload", "switch", "close"])
WITH_SCRIPT = st.sampled_from(
    ["type", "type", "type", "send", "send", "arrive", "arrive", "clear", "reload", "switch", "close", "open"]
)


@pytest.fixture(scope="module")
def play(javascript: Browser) -> Iterator[Play]:
    """A function that performs actions in the form, and returns what the tabs show, send and store."""
    with javascript.calling_module(TABS) as run:
        yield lambda *actions, is_served=True: Played(**run({"isServed": is_served, "actions": actions}))


def draw_action(draw: Callable[..., Any], model: Model) -> Action:
    """Draws an action that is possible in the model's current state."""
    number = draw(TAB_NUMBERS)
    tab = model.tabs[number]
    name = "open" if tab.query is None else draw(WITH_SCRIPT if tab.has_script else BEFORE_SCRIPT)
    if name == "arrive" and not model.sent:
        name = "send"
    if name == "arrive":
        return arrive(draw(st.integers(0, len(model.sent) - 1)))
    return Action(name, number, draw(ARGUMENTS.get(name, st.just(()))))


@given(st.data(), st.integers(1, 30), st.booleans())
@settings(max_examples=80)
def test_what_was_typed_last_is_shown_and_sent(play: Play, data: st.DataObject, steps: int, is_served: bool) -> None:
    model = Model(is_served=is_served)
    actions, expected = [], []
    for _ in range(steps):
        action = draw_action(data.draw, model)
        model.perform(action)
        actions.append(action)
        expected.append(model.shown())
    played = play(*actions, is_served=is_served)
    for action, shown, wanted in zip(actions, played.shown, expected, strict=True):
        assert shown == wanted, action
    assert [values for _, values in played.sent] == [values for _, values in model.sent]
    ids = {(token, id) for (token, _), (id, _) in zip(model.sent, played.sent, strict=True)}
    assert len(ids) == len({token for token, _ in ids}) == len({id for _, id in ids})
    by_id = {(id, tuple(values.items())) for id, values in played.sent}
    assert len(by_id) == len({id for id, _ in by_id}), "one id was sent with two contents"


CARDS, POSTERS, _ = LINKS
OPENED = [FIRST.open(CARDS), FIRST.enhance()]
PLATE = ("plate.pdf", 7)
EDIT = FIRST.type("message", "A")


def test_the_script_and_the_server_let_a_link_fill_in_the_same_fields() -> None:
    assert json.loads(module())["prefilled"] == list(PREFILLED)


def test_files_stay_within_a_document_and_are_asked_for_in_another(play: Play) -> None:
    chosen = [*OPENED, FIRST.type("name", "Jana"), FIRST.choose(PLATE)]
    assert play(*chosen, FIRST.switch(), FIRST.enhance()).files[0]["chosen"] == ["plate.pdf"]
    found = play(*chosen, FIRST.reload(), FIRST.enhance())
    assert found.files[0] == {"chosen": [], "missing": ["plate.pdf"]}
    found = play(*chosen, FIRST.reload(is_restored=True), FIRST.enhance())
    assert found.files[0] == {"chosen": ["plate.pdf"], "missing": []}
    assert play(*chosen, FIRST.reload(), FIRST.enhance(), FIRST.choose(PLATE)).files[0]["missing"] == []


def test_all_files_chosen_before_the_script_are_asked_for_after_a_switch(play: Play) -> None:
    chosen = FIRST.choose(PLATE, ("back.pdf", 8))
    found = play(FIRST.open(), chosen, FIRST.switch(), FIRST.enhance())
    assert found.files[0] == {"chosen": [], "missing": ["plate.pdf", "back.pdf"]}


def test_the_same_texts_without_files_get_a_new_id(play: Play) -> None:
    sent = [*OPENED, FIRST.choose(PLATE), FIRST.send(), FIRST.reload(), FIRST.enhance()]
    [(first, _), (second, _)] = play(*sent, FIRST.send()).sent
    assert first != second


def test_a_sent_form_is_emptied_after_losing_its_files(play: Play) -> None:
    typed = [*OPENED, FIRST.type("name", "Jana"), FIRST.choose(PLATE), FIRST.send()]
    found = play(*typed, FIRST.close(), SECOND.open(), SECOND.enhance(), arrive())
    assert found.values(SECOND) == DEFAULTS
    assert found.stored == []


def test_later_edits_stay_stored_when_another_tab_learns_of_the_arrival(play: Play) -> None:
    typed = [*OPENED, FIRST.type("name", "Jana"), FIRST.send(), FIRST.type("name", "Petr"), FIRST.reload()]
    found = play(SECOND.open(), SECOND.enhance(), *typed, arrive(), FIRST.enhance())
    assert found.values()["name"] == "Petr"


LEAVE = [FIRST.open(), FIRST.enhance(), FIRST.type("name", "Jana"), FIRST.leave()]
TAKE_OVER = [SECOND.open(), SECOND.enhance(), SECOND.type("message", "B")]
TAKEN_OVER = [*LEAVE, *TAKE_OVER, FIRST.back()]
"""Actions in which the second tab takes over the first tab's draft, and then the first tab goes back to its form."""


@pytest.mark.parametrize("actions", [[EDIT], [FIRST.clear()], [FIRST.send(), EDIT, FIRST.send()]])
def test_a_document_from_the_back_forward_cache_keeps_the_draft_of_another_tab(
    play: Play, actions: list[Action]
) -> None:
    found = play(*TAKEN_OVER, *actions, FIRST.reload(), FIRST.enhance(), SECOND.reload(), SECOND.enhance())
    assert found.values(SECOND) == DEFAULTS | {"name": "Jana", "message": "B"}
    assert found.values()["message"] == ("" if actions == [FIRST.clear()] else "A")


CONTINUED = [
    *OPENED,
    FIRST.type("name", "Jana"),
    FIRST.choose(PLATE),
    FIRST.leave(),
    FIRST.open(POSTERS),
    FIRST.enhance(),
    FIRST.type("message", "B"),
]
"""Actions in which the visitor starts a draft on one page and continues it on the tab's next page. The browser caches
the first page for Back.
"""


def test_a_document_from_the_back_forward_cache_shows_later_changes(play: Play) -> None:
    found = play(*CONTINUED, FIRST.back())
    assert found.values() == DEFAULTS | {"name": "Jana", "message": "B"}
    assert found.files[0] == {"chosen": ["plate.pdf"], "missing": []}
    found = play(*CONTINUED, FIRST.choose(("back.pdf", 8)), FIRST.back())
    assert found.files[0] == {"chosen": [], "missing": ["back.pdf"]}
    found = play(*CONTINUED, FIRST.back(), FIRST.type("name", "Petr"), FIRST.open(POSTERS), FIRST.enhance())
    assert found.values() == DEFAULTS | {"what": "posters", "pieces": "40", "name": "Petr", "message": "B"}


def test_a_document_from_the_back_forward_cache_does_not_send_again(play: Play) -> None:
    found = play(*CONTINUED, FIRST.send(), arrive(), FIRST.back())
    assert (found.values(), found.stored) == (DEFAULTS, [])
    [(first, _), (second, _)] = play(*CONTINUED, FIRST.choose(), FIRST.send(), FIRST.back(), FIRST.send()).sent
    assert first == second


@pytest.mark.parametrize(
    "actions",
    [
        [SECOND.open(), SECOND.enhance(), SECOND.type("name", "X"), SECOND.clear()],
        [*TAKE_OVER, SECOND.send(), SECOND.type("message", "second"), SECOND.send()],
    ],
)
def test_a_document_from_the_back_forward_cache_keeps_its_text_whatever_other_tabs_do(
    play: Play, actions: list[Action]
) -> None:
    found = play(*LEAVE, *actions, FIRST.back())
    assert found.values()["name"] == "Jana"


@pytest.mark.parametrize("edit", [[], [EDIT]])
def test_restoring_an_inquiry_keeps_the_edited_draft_of_another_tab(play: Play, edit: list[Action]) -> None:
    """An unedited draft moves to the tab that restores the inquiry."""
    sent = [*OPENED, FIRST.type("name", "Jana"), FIRST.send(), *edit, SECOND.open(), SECOND.enhance()]
    back = SECOND.restore(0, DEFAULTS | {"name": "Jana"})
    found = play(*sent, back, SECOND.type("message", "B"), SECOND.send(), FIRST.reload(), FIRST.enhance())
    assert found.values(SECOND) == DEFAULTS | {"name": "Jana", "message": "B"}
    assert found.values() == DEFAULTS | ({"name": "Jana", "message": "A"} if edit else {})
    [(first, _), (second, _)] = found.sent
    assert first != second


def test_a_refused_inquiry_is_restored_only_into_an_empty_form(play: Play) -> None:
    sent = [*OPENED, FIRST.type("name", "Jana"), FIRST.send(), FIRST.clear()]
    back = FIRST.restore(0, {"what": "posters", "pieces": "80", "name": "Jana"}, PLATE)
    found = play(*sent, back, FIRST.send())
    assert found.restored == [True]
    assert found.files[0]["chosen"] == ["plate.pdf"]
    assert found.sent[1] == [found.sent[0][0], DEFAULTS | {"what": "posters", "pieces": "80", "name": "Jana"}]
    found = play(*sent, FIRST.type("name", "Petr"), back)
    assert (found.restored, found.values()) == ([False], DEFAULTS | {"name": "Petr"})


def test_a_draft_of_a_former_release_is_restored(play: Play) -> None:
    values = {"what": "workshop", "pieces": "", "name": "Jana", "website": "x"}
    stored = store("inquiry", json.dumps({"id": "1", "values": values}))
    found = play(stored, *OPENED)
    assert found.values() == DEFAULTS | {"what": "workshop", "name": "Jana"}
    found = play(stored, FIRST.open(POSTERS), FIRST.enhance())
    assert found.values() == DEFAULTS | LINKS[POSTERS] | {"name": "Jana"}


def test_drafts_are_limited_in_number_and_age(play: Play) -> None:
    typed = [*OPENED, FIRST.type("name", "Jana"), FIRST.close()]
    again = [SECOND.open(), SECOND.enhance()]
    assert play(*typed, wait(29), *again).values(SECOND)["name"] == "Jana"
    assert play(*typed, wait(31), *again).values(SECOND)["name"] == "Jana"
    old = {"id": "1", "tab": "", "at": 1, "foundOld": 1, "texts": {"name": "Jana"}, "orders": {}}
    found = play(store("inquiry:1", json.dumps(old)), *again)
    assert (found.values(SECOND)["name"], found.stored) == ("", [])
    many = [
        store(f"inquiry:{n}", json.dumps({"id": str(n), "tab": "", "at": 1, "texts": {}, "orders": {}}))
        for n in range(15)
    ]
    assert len(play(*many, *again).stored) == 10
