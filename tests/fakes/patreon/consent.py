"""The page on which a user chooses a test account and agrees to sign in."""

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import urlencode

from tests.fakes.campaign import Person


def consent_page(people: Iterable[Person], passed: Mapping[str, str]) -> str:
    choices = "".join(
        f'<li><a id="{person.key}" href="/oauth2/agree?{escape(urlencode({**passed, "person": person.key}))}">'
        f"{escape(person.name)}</a> – {escape(person.says)}</li>"
        for person in people
    )
    deny = f'<a id="deny" href="/oauth2/agree?{escape(urlencode(passed))}">No, take me back</a>'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Patreon (fake)</title>'
        '<link rel="icon" href="data:,">'
        "<style>body{font:1.1rem/2.2 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}</style>"
        f"<h1>Patreon (fake)</h1><p>Studio Otisk wants to know who you are. You are …</p><ul>{choices}</ul>"
        f"<p>{deny}</p></html>"
    )
