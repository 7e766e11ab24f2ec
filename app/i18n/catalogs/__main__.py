"""Updates and checks the catalogs.

`python -m app.i18n.catalogs update` merges the code's texts into them; `check` and `missing` report faults and gaps.
"""

import signal
import sys

from app.i18n.catalogs import check, merge
from app.i18n.catalogs.po import PoError


def main(arguments: list[str]) -> int:
    """Runs the command. Returns 1 if `check` finds problems or a catalog is damaged."""
    try:
        return _run(arguments)
    except PoError as error:
        print(error, file=sys.stderr)
        return 1


def _run(arguments: list[str]) -> int:
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
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader may close the pipe early, as `head` does
    sys.exit(main(sys.argv[1:]))
