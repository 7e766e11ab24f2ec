"""`python -m app.i18n.catalogs update` collects the texts and merges them into the catalogs, `… check` verifies these,
`… missing` lists what is not translated or not confirmed.

Nothing is compiled: `app.i18n.messages` reads the .po files.
"""

import signal
import sys

from app.i18n.catalogs import check, merge
from app.i18n.catalogs.po import PoError


def main(arguments: list[str]) -> int:
    """Runs the command; the exit code, 1 if `check` finds problems or a catalog is damaged."""
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
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # who reads its output may have read enough, such as `head`
    sys.exit(main(sys.argv[1:]))
