from collections.abc import Iterator

import pytest
import reflex as rx
from reflex.components import component as components
from reflex.state import all_base_state_classes

from app.seam import component_states
from pwa.seam import development


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    written: dict[str, str] = {}
    monkeypatch.setattr(components, "CUSTOM_COMPONENTS", {})
    monkeypatch.setattr(development, "CUSTOM_COMPONENTS", components.CUSTOM_COMPONENTS)
    monkeypatch.setattr(development, "_write", written.__setitem__)
    component_states.support()
    names, states = {*all_base_state_classes}, {*rx.State.class_subclasses}
    yield written
    rx.State.class_subclasses &= states
    for name in {*all_base_state_classes} - names:
        del all_base_state_classes[name]


def test_a_rebuilt_page_keeps_the_states_and_memos_of_others(written: dict[str, str]) -> None:
    class Press(rx.ComponentState):
        count: int = 0

        @classmethod
        def get_component(cls, *children: object, **props: object) -> rx.Component:
            return rx.el.p(cls.count)

    @rx.memo
    def pressed(label: str) -> rx.Component:
        return rx.el.b(label)

    @rx.memo
    def smudged() -> rx.Component:
        raise ValueError("out of ink")

    app = rx.App(_state=rx.State)
    app.add_page(lambda: rx.el.div(Press.create(), pressed(label="Proof")), route="prints")
    app.add_page(lambda: rx.el.div(smudged()), route="broken")
    app.add_page(rx.el.p("About"), route="about")
    development.evaluate(app, ["broken", "prints"])
    development.compile_page(app, "about")
    assert "press_n1" in written["utils/context.js"]
    assert "Pressed" in written["utils/components.js"] and "Smudged" not in written["utils/components.js"]
