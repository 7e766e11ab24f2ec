"""What an answer says to somebody who could not sign in."""

import httpx

from tests.support.members import query


def problem(answer: httpx.Response) -> dict[str, str]:
    """What the redirect to the callback page says; nobody is signed in by it."""
    assert answer.status_code == 303
    assert answer.headers["cache-control"] == "no-store"
    assert not any(
        cookie.startswith(("session=", "__Host-session=")) for cookie in answer.headers.get_list("set-cookie")
    )
    assert answer.headers["location"].startswith(("/patreon/callback?", "/en/patreon/callback?"))
    return query(answer)
