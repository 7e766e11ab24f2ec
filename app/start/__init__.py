"""Values of the attribute `data-application`, by which a component has the application fetched before the first act.

`application.js` reads them.
"""

AT_ONCE = ""
"""Fetches the application at once: the page is useless without it."""


def once_idle(query: str) -> str:
    """Fetches the application once the page is idle, if the media query matches."""
    return query


def at_hash(end: str) -> str:
    """Fetches the application at once if the URL's hash ends with `end`."""
    return end
