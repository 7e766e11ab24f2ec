"""Counts repeated log messages, instead of printing each one."""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TextIO

WINDOW_SECONDS = 60.0
MAX_VARIANTS = 10
"""The maximum number of records that are printed per minute for each logger, level and format."""
MAX_MESSAGES = 1_000
"""The maximum number of message formats to count. Records with additional formats are always printed."""

Text = tuple[str, Hashable]


@dataclass
class _Window:
    """Log records with the same logger, level and format: the printed variants, and the number of unprinted records."""

    first: logging.LogRecord
    end: float
    texts: set[Text] = field(default_factory=set[Text])
    repeats: int = 0


class CountingHandler(logging.StreamHandler[TextIO]):
    """A log handler that prints identical records only once a minute, followed by the number of repeats.

    Sentry gets every record, because Sentry is called before log handlers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._windows: dict[Hashable, _Window] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        self._report_ended()
        if self._is_new(record):
            super().emit(record)
        elif self._timer is None:
            self._start_timer()

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._report_ended(is_closing=True)
        super().close()

    def _is_new(self, record: logging.LogRecord) -> bool:
        key = record.name, record.levelno, str(record.msg)
        window = self._windows.get(key)
        if window is None:
            if len(self._windows) < MAX_MESSAGES:
                self._windows[key] = _Window(record, self._clock() + WINDOW_SECONDS, {_text(record)})
            return True
        text = _text(record)
        if text not in window.texts and len(window.texts) < MAX_VARIANTS:
            window.texts.add(text)
            return True
        window.repeats += 1
        return False

    def _report_ended(self, *, is_closing: bool = False) -> None:
        now = self._clock()
        for key, window in list(self._windows.items()):
            if is_closing or window.end <= now:
                del self._windows[key]
                if window.repeats:
                    super().emit(_summary(window))

    def _start_timer(self) -> None:
        """Starts a timer that prints the number of repeats even if nothing more is logged."""
        self._timer = threading.Timer(WINDOW_SECONDS, self._on_timer)
        self._timer.daemon = True
        self._timer.start()

    def _on_timer(self) -> None:
        self.acquire()
        try:
            self._timer = None
            self._report_ended()
            if any(window.repeats for window in self._windows.values()):
                self._start_timer()
        finally:
            self.release()


def message_of(record: logging.LogRecord) -> str:
    """Returns a log record's message, even if the arguments do not fit the placeholders."""
    try:
        return record.getMessage()
    except Exception:
        return f"{record.msg} {record.args}"


def _text(record: logging.LogRecord) -> Text:
    kind, _error, trace = record.exc_info or (None, None, None)
    while trace and trace.tb_next:
        trace = trace.tb_next
    return message_of(record), (kind, trace and (trace.tb_frame.f_code, trace.tb_lineno))


def _summary(window: _Window) -> logging.LogRecord:
    first = window.first
    message = message_of(first) if len(window.texts) == 1 else str(first.msg)
    text = f"{message} … repeated {window.repeats} times in {WINDOW_SECONDS:.0f} s"
    return logging.LogRecord(first.name, first.levelno, first.pathname, first.lineno, text, None, None)
