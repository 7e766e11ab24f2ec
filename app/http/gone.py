"""Responses for pages that no longer exist."""

from starlette.exceptions import HTTPException


class GoneError(HTTPException):
    """An error with status 410. The error page shows `hint`, and a link to `path` with the text `label`."""

    def __init__(self, detail: str, hint: str, path: str, label: str) -> None:
        super().__init__(410, detail)
        self.hint = hint
        self.path = path
        self.label = label
