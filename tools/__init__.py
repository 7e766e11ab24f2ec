"""Programs for developers. Wrong settings stop them with one sentence, even if an import reads the settings."""

import sys
from types import TracebackType


def _report(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    from app.settings import SettingsError  # imported here, because most programs never need it

    if issubclass(kind, SettingsError):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, traceback)


sys.excepthook = _report
