"""The start script: the one script in a public page's HTML, which fetches the application when the visitor first acts.

A component that cannot wait for that says so by an attribute of its element, `data-application`, which is made here and
read by `application.js`.
"""

AT_ONCE = ""
"""The page is of no use without the application."""


def once_idle(query: str) -> str:
    """The application is fetched once the page is loaded and idle, if the media query matches."""
    return query


def at_hash(end: str) -> str:
    """The application is fetched at once if the URL's hash ends with `end`."""
    return end
