"""Values of `data-application` that load the application before the visitor's first input."""

AT_ONCE = ""
"""The value of `data-application` for pages that cannot work without React."""


def at_hash(end: str) -> str:
    """Returns the value of `data-application` for pages that need React only if the URL's hash ends with `end`."""
    return end
