"""Inserts values and messages into the page of the inquiry form."""

from collections.abc import Mapping

from app.content.inquiry import ESTIMATE, FIELDS, REASON, TEXT_FIELDS, problem_id
from app.http.filled_page import Contents, fill

_PARTS = (REASON, ESTIMATE, *(problem_id(name) for name in FIELDS))


def form_page(
    html: str, values: Mapping[str, str], problems: Mapping[str, str], reason: str, estimate: str, file_note: str
) -> str:
    """Returns the page with the given texts. `file_note` appears at the file field, but does not mark it as invalid."""
    messages = {"files": file_note, **problems}
    texts = {REASON: reason, ESTIMATE: estimate, **{problem_id(name): text for name, text in messages.items()}}
    shown = {id: text for id, text in texts.items() if text}
    entered = {name: values[name] for name in TEXT_FIELDS if values.get(name)}
    return fill(html, Contents(shown, entered, problems), _PARTS)
