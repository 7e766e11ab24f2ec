"""Sends the inquiry form to the site, and reads the errors on the returned page."""

import re

import httpx

from tests.support.inquiries import FILLED, JSON, PDF

PAGE = {"accept": "text/html"}
"""The headers of a form that is sent without JavaScript. With `JSON`, a script sends the form."""
NO_FILES = [("files", ("", b""))]
ONE_FILE = [("files", ("a.pdf", PDF))]
VOUCHER_ORDER = {"what": "voucher", "voucher": "weddings-5000", "delivery": "post", "address": "Krátká 1\n602 00 Brno"}


async def send(
    visitor: httpx.AsyncClient, path: str = "/inquiries", files: object = None, headers: object = None, **fields: str
) -> httpx.Response:
    return await visitor.post(path, data=FILLED | fields, files=files or NO_FILES, headers=headers or JSON)  # pyright: ignore


def error_fields(page: str) -> list[str]:
    """Returns the names of the fields with an error message, plus "reason" if the page shows a general error."""
    shown = [tag for tag, text in re.findall(r"(<p\b[^>]*>)([^<]*)", page) if text and "hidden" not in tag]
    return [found[1] for tag in shown if (found := re.search(r'id="inquiry-(\w+)(-problem)?"', tag))]
