"""Programs for developers. If a setting is wrong, they print one sentence instead of a traceback."""

import sys
from types import TracebackType


def _report(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    from app.settings import SettingsError  # imported here, because most programs never need it

    if issubclass(kind, SettingsError):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, traceback)


sys.excepthook = _report
