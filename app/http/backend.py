"""Recognises requests to Reflex's backend."""

EVENTS = "/_event"
"""The prefix of event paths. Requests for exactly this path are not forwarded: Reflex would redirect them to the host
in the Host header, which clients can forge.
"""
UPLOAD = "/_upload"
PROBES = ("/ping",)


def owns(path: str) -> bool:
    return path in PROBES or is_from_page(path)


def is_event(path: str) -> bool:
    return path.startswith(EVENTS + "/")


def is_from_page(path: str) -> bool:
    """Whether only this site's pages may send requests to the path."""
    return path == UPLOAD or is_event(path)
