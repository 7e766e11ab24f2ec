"""`python -m app.inquiries list | show ID | export | resend ID` prints stored inquiries or sends their mail again."""

import json
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import cast

from app.inquiries.database import StoreError
from app.inquiries.store import Store, StoredInquiry
from app.settings import SettingsError, settings

USAGE = "python -m app.inquiries list | show ID | export | resend ID"


def main(arguments: list[str]) -> int:
    command: Callable[[Store], int]
    match arguments:
        case ["list"]:
            command = _list
        case ["show", prefix]:
            command = lambda store: _show(store, prefix)  # noqa: E731
        case ["export"]:
            command = _export
        case ["resend", prefix]:
            command = lambda store: _resend(store, prefix)  # noqa: E731
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    try:
        store = Store(settings().inquiries)
        if not store.file.exists():
            print(f"There are no inquiries yet ({store.file}).", file=sys.stderr)
            return 0
        return command(store)
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1


def _list(store: Store) -> int:
    for stored in store.all():
        inquiry = stored.inquiry
        pieces = f" × {inquiry.pieces}" if inquiry.pieces else ""
        sender = f"{_printable(inquiry.name)} <{inquiry.email}>"
        files = f", files: {len(stored.files)}" if stored.files else ""
        print(f"{inquiry.reference}  {_time(stored)}  {inquiry.what}{pieces}  {sender}{files}")
    return 0


def _show(store: Store, prefix: str) -> int:
    stored = store.find(prefix)
    if stored is None:
        print(f"No inquiry, or more than one, has an ID that begins with {prefix!r}.", file=sys.stderr)
        return 1
    for name, value in _as_data(stored).items():
        lines = cast("list[object]", value) if isinstance(value, list) else [value]
        for line in lines:
            print(f"{name}: {_printable(str(line))}" if name != "message" else f"{name}:\n{_printable(str(line))}")
    return 0


def _export(store: Store) -> int:
    for stored in store.all():
        print(json.dumps(_as_data(stored), ensure_ascii=False))
    return 0


def _resend(store: Store, prefix: str) -> int:
    count = store.resend(prefix)
    print(f"{count} mails are due; the running server sends them.")
    return 0 if count else 1


def _as_data(stored: StoredInquiry) -> dict[str, object]:
    inquiry = stored.inquiry
    estimate = inquiry.estimate()
    data = {
        **vars(inquiry),
        "by": inquiry.by and inquiry.by.isoformat(),
        "received": _time(stored),
        "estimate": estimate and estimate.crowns,
        "files": [f"{file.path} ({file.name}, {file.size} B)" for file in stored.files],
        "mails": list(stored.mails),
    }
    return {name: value for name, value in data.items() if value not in (None, "", [])}


def _time(stored: StoredInquiry) -> str:
    return datetime.fromtimestamp(stored.received, UTC).isoformat(timespec="seconds")


def _printable(text: str) -> str:
    """Replaces characters that could control the terminal."""
    return re.sub(r"[^\n\t\x20-\x7e\xa0-\uffff]", "?", text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
