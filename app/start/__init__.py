"""Values of `data-application` that make `application.js` fetch the application before the visitor acts."""

AT_ONCE = ""
"""The attribute's value for pages that cannot work without React."""


def at_hash(end: str) -> str:
    """Returns the attribute's value for pages that need React only if the URL's hash ends with `end`."""
    return end
