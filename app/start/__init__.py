"""Values of `data-application` that make `application.js` fetch the application before the visitor acts."""

AT_ONCE = ""
"""The value of `data-application` for pages that cannot work without React."""


def at_hash(end: str) -> str:
    """Returns the value of `data-application` for pages that need React at URLs whose hash ends with `end`."""
    return end
