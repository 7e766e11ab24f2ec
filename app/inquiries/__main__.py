"""`python -m app.inquiries list | show ID | export | resend ID`: prints stored inquiries, or sends their mail again."""

import json
import re
import sys
from datetime import UTC, datetime

from app.inquiries.database import StoreError
from app.inquiries.store import Store, StoredInquiry
from app.settings import SettingsError, settings

USAGE = "python -m app.inquiries list | show ID | export | resend ID"


def main(arguments: list[str]) -> int:
    """Runs a command. Returns the exit code: 2 for unknown arguments, 1 if it failed."""
    match arguments:
        case ["list"]:
            work = _list
        case ["show", beginning]:
            work = lambda store: _show(store, beginning)  # noqa: E731
        case ["export"]:
            work = _export
        case ["resend", beginning]:
            work = lambda store: _resend(store, beginning)  # noqa: E731
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    try:
        store = Store(settings().inquiries)
        if not store.file.exists():
            print(f"There are no inquiries yet ({store.file}).", file=sys.stderr)
            return 0
        return work(store)
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1


def _list(store: Store) -> int:
    for kept in store.all():
        asked = kept.inquiry
        pieces = f" × {asked.pieces}" if asked.pieces else ""
        files = f", files: {len(kept.files)}" if kept.files else ""
        print(f"{asked.reference}  {_time(kept)}  {asked.what}{pieces}  {_shown(asked.name)} <{asked.email}>{files}")
    return 0


def _show(store: Store, beginning: str) -> int:
    kept = store.find(beginning)
    if kept is None:
        print(f"There is no inquiry whose ID begins with {beginning!r}, or more than one.", file=sys.stderr)
        return 1
    for name, value in _as_data(kept).items():
        lines = value if isinstance(value, list) else [value]
        for line in lines:
            print(f"{name}: {_shown(str(line))}" if name != "message" else f"{name}:\n{_shown(str(line))}")
    return 0


def _export(store: Store) -> int:
    for kept in store.all():
        print(json.dumps(_as_data(kept), ensure_ascii=False))
    return 0


def _resend(store: Store, beginning: str) -> int:
    count = store.resend(beginning)
    print(f"{count} mails are sent again by the running server.")
    return 0 if count else 1


def _as_data(kept: StoredInquiry) -> dict[str, object]:
    """Returns an inquiry as JSON values, without those that are empty."""
    estimate = kept.inquiry.estimate()
    data = {
        **vars(kept.inquiry),
        "by": kept.inquiry.by and kept.inquiry.by.isoformat(),
        "received": _time(kept),
        "estimate": estimate and estimate.crowns,
        "files": [f"{file.path} ({file.name}, {file.size} B)" for file in kept.files],
        "mails": list(kept.mails),
    }
    return {name: value for name, value in data.items() if value not in (None, "", [])}


def _time(kept: StoredInquiry) -> str:
    return datetime.fromtimestamp(kept.received, UTC).isoformat(timespec="seconds")


def _shown(text: str) -> str:
    """Returns a stranger's text for a terminal, without control characters."""
    return re.sub(r"[^\n\t\x20-\x7e\xa0-\uffff]", "?", text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
