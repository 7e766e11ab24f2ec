import pytest

from app.content.club import CLUB_QUESTIONS, TIERS
from app.i18n import Language, use
from tests.support.languages import CZECH, ENGLISH


@pytest.mark.parametrize(("language", "discount"), [(CZECH, "desetiprocentní slev"), (ENGLISH, "ten per cent off")])
def test_a_question_says_how_to_claim_the_discount(language: Language, discount: str) -> None:
    with use(language):
        promised = [str(benefit) for tier in TIERS for benefit in tier.gets if discount in str(benefit).lower()]
        answered = [each for each in CLUB_QUESTIONS if discount in str(each.asked).lower()]
        assert len(promised) == len(answered) == 1
        assert "Patreon" in str(answered[0].answer)
