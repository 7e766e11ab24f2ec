"""`python -m app.server.check`: before a reload, checks whether the settings are valid and the code can be imported."""

import sys
from importlib import import_module

from app.settings import SettingsError, check_servable, load
from app.supervision import type_and_line

CODE = ("app.server.asgi", "app.app")
"""The modules that a web worker and a members process run."""


def main() -> int:
    try:
        check_servable(load())
        for name in CODE:
            import_module(name)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:
        print(f"{type_and_line(error)}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
