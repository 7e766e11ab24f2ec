"""Responses for pages that existed until a date."""

from starlette.exceptions import HTTPException


class GoneError(HTTPException):
    """A 410 whose error page leads on: `hint` is followed by a link with the text `label` to `path`."""

    def __init__(self, detail: str, hint: str, path: str, label: str) -> None:
        super().__init__(410, detail)
        self.hint = hint
        self.path = path
        self.label = label
