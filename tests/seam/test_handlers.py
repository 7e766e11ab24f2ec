from collections.abc import Iterator
from typing import Any

import pytest
import reflex as rx
from reflex.state import all_base_state_classes

from app.members.frames import AllowedEvents, FrameRefusedError, event
from app.seam import handlers
from tests.support.guarded_reflex import event_message

TOKEN = "f2f7b53a-78e6-4c7a-d5f3-82df035fbe47"


@pytest.fixture(scope="module")
def allowed() -> Iterator[AllowedEvents]:
    """The allowed events of a project whose only state is `Trial`."""

    class Trial(rx.State):
        paper: str = rx.LocalStorage("white", name="paper")
        count: int = 0

        @rx.event
        def add(self, amount: int, note: str = "") -> None: ...

        @rx.event
        def touch(self, _value: str, model_config: int = 0) -> None: ...

        @rx.event
        def submit(self, form_data: dict[str, Any]) -> None: ...

        @rx.event(background=True)
        async def work(self) -> None: ...

        @rx.event
        async def upload(self, files: list[rx.UploadFile]) -> None: ...

        @rx.event
        def guess(self, amount) -> None: ...

        @rx.event
        def many(self, *amounts: int) -> None: ...

        @rx.event
        def odd(self, thing: pytest.Config) -> None: ...

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "PACKAGE", "tests.")
        yield handlers.allowed_events.__wrapped__()
    rx.State.class_subclasses.discard(Trial)
    all_base_state_classes.pop(Trial.get_full_name())


def name_of(allowed: AllowedEvents, handler: str) -> str:
    [found] = [name for name in (*allowed.payloads, *allowed.refused) if name.endswith(f"trial.{handler}")]
    return found


def passes(allowed: AllowedEvents, name: str, payload: Any) -> bool:
    try:
        event(event_message(name, TOKEN, payload), allowed)
    except FrameRefusedError:
        return False
    return True


@pytest.mark.parametrize(
    ("handler", "payload"),
    [
        ("add", {"amount": 1}),
        ("add", {"amount": 1, "note": "ž"}),
        ("touch", {"_value": "Eva", "model_config": 1}),
        ("submit", {"form_data": {"name": "Eva", "kinds": ["a", "b"], "agreed": True}}),
        ("work", {}),
        ("upload", {"files": []}),
    ],
)
def test_an_event_with_the_right_arguments_passes(allowed: AllowedEvents, handler: str, payload: Any) -> None:
    assert passes(allowed, name_of(allowed, handler), payload)


@pytest.mark.parametrize(
    ("handler", "payload"),
    [
        ("add", {}),
        ("add", {"amount": "1"}),
        ("add", {"amount": 1.5}),
        ("add", {"amount": 1, "more": 1}),
        ("submit", {"form_data": []}),
        ("work", {"amount": 1}),
        ("upload", {"files": ["/etc/passwd"]}),
    ],
)
def test_an_event_with_other_arguments_is_refused(allowed: AllowedEvents, handler: str, payload: Any) -> None:
    assert not passes(allowed, name_of(allowed, handler), payload)


def test_an_argument_of_another_type_is_reported_once(allowed: AllowedEvents) -> None:
    message = event_message(name_of(allowed, "add"), TOKEN, {"amount": 1.5})
    allowed.reported.clear()
    refusals: list[FrameRefusedError] = []
    for _ in range(2):
        with pytest.raises(FrameRefusedError) as refusal:
            event(message, allowed)
        refusals.append(refusal.value)
    assert [each.is_mistake for each in refusals] == [True, False]
    assert "Trial.add` (tests/seam/test_handlers.py:" in str(refusals[0])
    assert "does not accept its arguments (`amount`: Input should be a valid integer" in str(refusals[0])


@pytest.mark.parametrize(
    ("handler", "needs"),
    [
        ("guess", "annotated arguments"),
        ("many", "annotated arguments"),
        ("odd", "arguments of types that can be checked, such as str or int"),
    ],
)
def test_an_event_that_cannot_be_checked_says_why(allowed: AllowedEvents, handler: str, needs: str) -> None:
    with pytest.raises(FrameRefusedError) as refusal:
        event(event_message(name_of(allowed, handler), TOKEN), allowed)
    assert refusal.value.is_mistake
    assert f"Trial.{handler}` needs {needs}: tests/seam/test_handlers.py:" in str(refusal.value)


def test_only_stored_variables_are_restored(allowed: AllowedEvents) -> None:
    state = name_of(allowed, "add").removesuffix(".add")
    update = next(name for name in allowed.payloads if name.endswith(".update_vars_internal"))

    def restored(**values: Any) -> dict[str, Any]:
        payload = {"vars": {f"{state}.{variable}": value for variable, value in values.items()}}
        vars: Any = event(event_message(update, TOKEN, payload), allowed).payload["vars"]
        return {name.removeprefix(f"{state}."): value for name, value in vars.items()}

    for paper in ("grey", None, "x" * 60_000):
        assert restored(paper=paper, count="1", removed="x") == {"paper": paper}
    assert restored(count="1") == {}
    with pytest.raises(FrameRefusedError):
        restored(paper=1)
