"""Compares placeholders, such as `{name}`, in messages and their translations."""

from collections.abc import Iterable
from string import Formatter

Forms = str | Iterable[str] | None


def forms(text: Forms) -> tuple[str, ...]:
    """Returns a message's singular and plural forms. Treats None as an empty string."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def placeholders(text: str) -> set[str]:
    """Returns the names of a string's placeholders.

    Raises:
        ValueError: a brace is unmatched.
    """
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def agree(original: Forms, translation: Forms) -> bool:
    """Whether a translation has the original's placeholders. A plural can omit `{n}`, as in "one card"."""
    optional = {"n"} if len(forms(original)) > 1 else set[str]()
    try:
        wanted = optional.union(*map(placeholders, forms(original)))
        return all(placeholders(form) | optional == wanted for form in forms(translation) if form)
    except ValueError:
        return False
