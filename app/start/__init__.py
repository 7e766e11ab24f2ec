"""Values of `data-application` that make `application.js` fetch the application before the visitor acts."""

AT_ONCE = ""
"""The value for pages that work only with the application."""


def at_hash(end: str) -> str:
    """Returns a value that loads the application if the URL's hash ends with `end`."""
    return end
