from typing import Any

import pytest
import reflex as rx
from reflex.state import all_base_state_classes

from app.seam.component_states import modules, of_page, support


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Any:
    support()
    before = {*all_base_state_classes}

    class Counter(rx.ComponentState):
        count: int = 0

        @classmethod
        def get_component(cls, *children: Any, **props: Any) -> rx.Component:
            return rx.fragment(cls.count)

    yield Counter
    for name in {*all_base_state_classes} - before:
        del all_base_state_classes[name]
    rx.State.class_subclasses -= {each for each in rx.State.class_subclasses if issubclass(each, Counter)}


def names(counter: Any, path: str, count: int) -> list[str]:
    with of_page(path):
        return [counter.create().State.__name__ for _ in range(count)]


def test_names_follow_the_page_and_modules_are_found(counter: Any) -> None:
    assert names(counter, "/en/prices", 2) == ["Counter_en_prices_n1", "Counter_en_prices_n2"]
    assert names(counter, "/prices", 1) == ["Counter_prices_n1"]
    assert __name__ in modules()


def test_components_have_separate_states_that_are_reused_if_the_page_is_evaluated_again(counter: Any) -> None:
    with of_page("/prices"):
        first, second = counter.create(), counter.create()
    assert first.State is not second.State
    assert str(first.children[0].contents) != str(second.children[0].contents)
    with of_page("/prices"):
        assert counter.create().State is first.State
