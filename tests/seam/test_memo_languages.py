import pytest
import reflex as rx
from reflex.components import component as components
from reflex.components.component import CustomComponent

from app.i18n import _, use
from app.seam import memo_languages
from tests.support.languages import CZECH, ENGLISH


@pytest.fixture(autouse=True)
def _supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CustomComponent, "_post_init", CustomComponent._post_init)
    monkeypatch.setattr(components, "_register_custom_component", components._register_custom_component)
    monkeypatch.setattr(components, "CUSTOM_COMPONENTS", {})
    memo_languages.support()
    memo_languages.support()


def test_each_language_has_a_component() -> None:
    @rx.memo
    def address_line(text: str, on_pick: rx.EventHandler[rx.event.no_args_event_spec]) -> rx.Component:
        return rx.el.p(str(_("Contact")), text, on_click=on_pick)

    components.CUSTOM_COMPONENTS.clear()  # simulates a component that was created before Reflex was patched
    rendered = {}
    for language in (CZECH, ENGLISH):
        with use(language):
            rendered[language] = address_line(text="a", on_pick=rx.console_log("picked"))
    words = {each.tag: str(each.get_component().render()) for each in components.CUSTOM_COMPONENTS.values()}
    assert [rendered[language].tag for language in (CZECH, ENGLISH)] == ["AddressLineCs", "AddressLineEn"]
    assert '"Kontakt"' in words["AddressLineCs"] and '"Contact"' in words["AddressLineEn"]
