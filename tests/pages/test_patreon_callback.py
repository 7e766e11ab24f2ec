from typing import get_args

from app.i18n import LANGUAGES, use
from app.members.login import Problem
from app.pages.patreon_callback import PROBLEMS


def test_every_problem_of_a_sign_in_has_its_own_text() -> None:
    assert [each.name for each in PROBLEMS if each.name not in ("", "busy")] == list(get_args(Problem))
    for language in LANGUAGES:
        with use(language):
            texts = {str(each.text) for each in PROBLEMS}
        assert "" not in texts and len(texts) == len(PROBLEMS)
