"""Updates and checks the translations.

`python -m app.i18n.catalogs update` adds the code's messages to the catalogs. `check` reports faults, and `missing`
lists untranslated messages.
"""

import signal
import sys

from app.i18n.catalog_file import PoError
from app.i18n.catalogs import check, merge


def main(arguments: list[str]) -> int:
    """Runs a command. Returns 1 if `check` finds problems or a catalog is damaged."""
    try:
        match arguments:
            case ["update"]:
                print("\n".join(merge.update()))
            case ["missing"]:
                print("\n".join((*check.missing(), *check.counts())) or "Nothing is missing.")
            case ["check"]:
                problems, counts = check.problems(), check.counts()
                print("\n".join((*problems, *counts)) or "The catalogs are complete.")
                return bool(problems)
            case _:
                print("usage: python -m app.i18n.catalogs update|check|missing", file=sys.stderr)
                return 2
    except PoError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # exits silently if a reader such as `head` closes the pipe
    sys.exit(main(sys.argv[1:]))
