"""Structured data for frequently asked questions."""

from collections.abc import Iterator, Mapping

from app.content.club import CLUB_QUESTIONS
from app.content.delivery import delivery_questions
from app.content.pricing import BUSINESS_QUESTIONS, PRICING_QUESTIONS, WEDDING_QUESTIONS
from app.content.questions import Question
from app.content.vouchers import VOUCHER_QUESTIONS
from app.routes import Place, check_names
from app.structured_data.nodes import Node, one_line

QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    "pricing": PRICING_QUESTIONS,
    "pricing-business": BUSINESS_QUESTIONS,
    "pricing-weddings": WEDDING_QUESTIONS,
    "vouchers": VOUCHER_QUESTIONS,
    "patreon": CLUB_QUESTIONS,
}
DELIVERY = "delivery"
check_names("app/structured_data/questions.py", (*QUESTIONS, DELIVERY))


def questions(place: Place) -> Iterator[Node]:
    if asked := [each for each in _questions_of(place.route.name) if each.until is None]:
        yield {"@type": "FAQPage", "mainEntity": [_question(each) for each in asked]}


def _questions_of(route: str) -> tuple[Question, ...]:
    return delivery_questions() if route == DELIVERY else QUESTIONS.get(route, ())


def _question(question: Question) -> Node:
    answer = {"@type": "Answer", "text": one_line(question.answer)}
    return {"@type": "Question", "name": one_line(question.asked), "acceptedAnswer": answer}
