from typing import get_args

from app.members.login import Problem
from app.pages.patreon_callback import PROBLEMS


def test_every_problem_of_a_sign_in_has_a_text() -> None:
    assert [each.name for each in PROBLEMS if each.name not in ("", "busy")] == list(get_args(Problem))
