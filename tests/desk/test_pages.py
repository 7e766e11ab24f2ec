"""The buttons of staff pages remain focusable while an action runs. The action's result is focusable too."""

from app.desk.state import SAID, DeskState
from app.i18n import DEFAULT, use
from app.pages import desk, desk_inquiry
from tests.support.rendered import rendered


def test_a_button_is_not_disabled_while_an_action_runs() -> None:
    button = str(desk.act_button("Send", DeskState.keep))
    busy = f"{DeskState.get_full_name().replace('.', '__')}.busy"
    assert f'"aria-disabled":{busy}' in button and "{disabled" not in button and ",disabled" not in button
    assert f"({busy} ? " in button.partition("onClick:")[2], "presses are ignored meanwhile"


def test_a_button_of_the_pager_keeps_the_focus_at_the_end_of_the_list() -> None:
    with use(DEFAULT):
        pager = str(desk._pager())  # pyright: ignore[reportPrivateUsage]
    listed = f"""{DeskState.get_full_name().replace(".", "__")}.view?.["listed"]"""
    for exists in (f'{listed}?.["has_newer"]', f'{listed}?.["has_older"]'):
        assert f'"aria-disabled":!({exists})' in pager
        assert f"addEvents([({exists} ? " in pager, "a press at the end does nothing"
        assert f"({exists} ? (jsx(" not in pager, "the button is always there"
    assert 'role:"status"' in pager


def test_signing_in_again_leads_back_to_the_inquiry() -> None:
    with use(DEFAULT):
        link = str(desk._out())  # pyright: ignore[reportPrivateUsage]
    inquiry = f"""{DeskState.get_full_name().replace(".", "__")}.view?.["inquiry"]"""
    assert f'("/desk/sign-in?inquiry="+{inquiry})' in link and ': "/desk/sign-in")' in link


def test_typed_answers_have_their_line_breaks() -> None:
    fact = rendered(desk_inquiry._fact(desk_inquiry.OPENED.facts[0], 0))  # pyright: ignore[reportPrivateUsage]
    assert all("whitespace-pre-line" in each["className"] for each in fact.all("dd"))


def test_the_result_can_get_the_focus() -> None:
    with use(DEFAULT):
        for page in (desk.page(), desk_inquiry.page()):
            assert f"ref_{SAID.replace('-', '_')}" in page._get_all_refs()  # pyright: ignore[reportPrivateUsage]
