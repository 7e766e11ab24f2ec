"""Creates a voucher as a printable PDF of 210 × 100 mm, with embedded fonts, CMYK colours and empty margins.

Lengths are in millimetres from the upper left corner. Font sizes are in points.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from io import BytesIO
from typing import Any, cast
from urllib.parse import urlsplit

from app.content.studio import STUDIO
from app.i18n import _, current, language_of, typeset, use
from app.i18n.formats import day, price
from app.routes import url_for
from app.vouchers import codes
from app.vouchers.choice import Choice
from app.vouchers.orders import Order, Recipient
from app.vouchers.typefaces import DISPLAY, ITALIC, TEXT, printable, register

WIDTH, HEIGHT = 210.0, 100.0
MARGIN = 7.0
ENGRAVING = 8.0
STUB = 146.0
FACE_LEFT, FACE_RIGHT = MARGIN + ENGRAVING + 7, STUB - 9
STUB_LEFT, STUB_RIGHT = STUB + 8, WIDTH - MARGIN - 3
POINT = 72 / 25.4
LEADING = 1.25
CAPITALS = 0.72
IMPRINT = HEIGHT - MARGIN - 5.5
"""The baseline of the studio's address. All other text ends above it."""
MAX_LINES = 20
SMALLEST = 0.5

INK, SPOT = (0.0, 0.0, 0.0, 1.0), (0.1, 0.9, 0.95, 0.1)
"""CMYK colours. `INK` is pure black, so that small letters have no coloured fringes."""


@dataclass(frozen=True)
class Style:
    face: str
    size: float
    color: tuple[float, float, float, float] = INK
    leading: float = LEADING


LABEL = Style(TEXT, 8.5)
KIND = Style(DISPLAY, 13, SPOT)
TITLE = Style(DISPLAY, 25, leading=1.05)
NAME = Style(TEXT, 17, leading=1.1)
MESSAGE = Style(ITALIC, 11)
VALUE = Style(DISPLAY, 38, leading=1)
FACT = Style(TEXT, 10.5)
CODE = Style(DISPLAY, 15)


def voucher_pdf(order: Order, site_url: str) -> bytes:
    """Returns the PDF in the order's language, or in the current one if the inquiry was deleted.

    An order's PDF always has the same bytes.

    Raises:
        NotBuiltError: the site is not built.
    """
    from reportlab.pdfgen.canvas import Canvas  # imported here, because few processes create PDFs

    assert order.valid_until and order.code, "only a valid voucher has a code"
    recipient = order.recipient
    language = language_of(recipient.language) if recipient else current()
    with use(language):
        made = BytesIO()
        size = (WIDTH * POINT, HEIGHT * POINT)
        canvas = Canvas(made, size, invariant=1, initialFontName=cast(Any, register(TEXT)), lang=language.tag)
        canvas.setTrimBox((0, 0, *size))
        canvas.setBleedBox((0, 0, *size))
        canvas.setTitle(typeset(_("Gift voucher {number}").format(number=order.number)))
        canvas.setAuthor(STUDIO.name)
        canvas.setCreator(STUDIO.name)
        sheet = _Sheet(canvas)
        sheet.engrave()
        sheet.frame()
        _draw_face(sheet, order.choice, recipient)
        _draw_stub(sheet, order, order.valid_until, order.code, site_url)
        canvas.save()
        return made.getvalue()


def shortened(choice: Choice, recipient: Recipient) -> Collection[str]:
    """Returns the fields (name, message) that do not fit into the PDF and are therefore shortened.

    Raises:
        NotBuiltError: the site is not built.
    """
    from reportlab.pdfgen.canvas import Canvas

    sheet = _Sheet(Canvas(BytesIO()))
    with use(language_of(recipient.language)):
        _draw_face(sheet, choice, recipient)
    return sheet.shortened & {recipient.name, recipient.message}


def _draw_face(sheet: "_Sheet", choice: Choice, recipient: Recipient | None) -> None:
    column = _Column(sheet, FACE_LEFT, FACE_RIGHT - FACE_LEFT, MARGIN + 6)
    column.add(f"{_('Gift voucher')} · {choice.title}".upper(), KIND, spacing=1.2)
    column.add(str(choice.buys).upper(), TITLE, gap=4, lines=3)
    if recipient and recipient.name:
        column.add(str(_("For")), LABEL, gap=5)
        column.add(recipient.name, NAME, gap=2, lines=2)
    if recipient and recipient.message:
        column.add(recipient.message, MESSAGE, gap=4, lines=MAX_LINES)
    imprint = f"{STUDIO.name}, {STUDIO.street}, {STUDIO.postcode} {STUDIO.city} · {STUDIO.phone}"
    sheet.write(imprint, LABEL, FACE_LEFT, IMPRINT, FACE_RIGHT - FACE_LEFT)


def _draw_stub(sheet: "_Sheet", order: Order, until: date, code: str, site_url: str) -> None:
    column = _Column(sheet, STUB_LEFT, STUB_RIGHT - STUB_LEFT, MARGIN + 6)
    column.add(price(order.choice.crowns), VALUE)
    for name, value in ((_("Valid until"), day(until)), (_("Number"), str(order.number))):
        column.add(str(name), LABEL, gap=5)
        column.add(value, FACT, gap=1.8)
    column.add(str(_("Code")), LABEL, gap=5)
    column.add(codes.grouped(code), CODE, gap=2)
    column.add(str(_("You can check it here:")), LABEL, gap=5)
    column.add(urlsplit(site_url).netloc + url_for("vouchers-check", current()), LABEL, gap=1.8)


class _Column:
    """A column of paragraphs below the y position `below`."""

    def __init__(self, sheet: "_Sheet", x: float, width: float, below: float) -> None:
        self._sheet = sheet
        self._x = x
        self._width = width
        self._below = below

    def add(self, text: str, style: Style, *, gap: float = 0, lines: int = 1, spacing: float = 0) -> None:
        y = self._below + gap + style.size * CAPITALS / POINT
        self._below = self._sheet.write(text, style, self._x, y, self._width, lines=lines, spacing=spacing)


class _Sheet:
    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self.shortened: set[str] = set()

    def engrave(self) -> None:
        canvas = self._canvas
        canvas.saveState()
        clip = canvas.beginPath()
        clip.rect(MARGIN * POINT, MARGIN * POINT, ENGRAVING * POINT, (HEIGHT - 2 * MARGIN) * POINT)
        canvas.clipPath(clip, stroke=0, fill=0)
        canvas.setStrokeColorCMYK(*SPOT)
        canvas.setLineWidth(0.5)
        for number in range(1, int(HEIGHT / 1.8)):
            canvas.circle(MARGIN * POINT, HEIGHT / 2 * POINT, number * 1.8 * POINT, stroke=1, fill=0)
        canvas.restoreState()

    def frame(self) -> None:
        canvas = self._canvas
        canvas.setStrokeColorCMYK(*INK)
        canvas.setLineWidth(0.6)
        left, top = MARGIN + ENGRAVING + 2.5, MARGIN
        canvas.rect(left * POINT, top * POINT, (STUB - 4 - left) * POINT, (HEIGHT - 2 * top) * POINT)
        canvas.setDash(3, 3)
        canvas.line(STUB * POINT, MARGIN * POINT, STUB * POINT, (HEIGHT - MARGIN) * POINT)
        canvas.setDash()

    def write(
        self, text: str, style: Style, x: float, y: float, width: float, *, lines: int = 1, spacing: float = 0
    ) -> float:
        """Writes text with its first baseline at `y`, in a smaller size if necessary. Returns the last baseline."""
        face = register(style.face)
        shown = typeset(printable(text, face)).replace("\u202f", "\u00a0")
        size, wrapped, is_complete = _fitted(shown, style, width, lines, max(y, IMPRINT - 5) - y, spacing)
        if not is_complete:
            self.shortened.add(text)
        self._canvas.setFillColorCMYK(*style.color)
        self._canvas.setFont(face, size)
        for number, line in enumerate(wrapped):
            at = y + number * size * style.leading / POINT
            self._canvas.drawString(x * POINT, (HEIGHT - at) * POINT, line, charSpace=spacing, shaping=not spacing)
        return y + max(0, len(wrapped) - 1) * size * style.leading / POINT


def _fitted(
    text: str, style: Style, width: float, lines: int, height: float, spacing: float
) -> tuple[float, Sequence[str], bool]:
    """Returns the text's font size and lines, and whether the text is complete.

    At the smallest size, breaks long words and shortens long texts.
    """
    boxes = [
        _Box(
            size=size,
            width=width,
            max_lines=min(lines, int(height / (size * style.leading / POINT)) + 1),
            measure=partial(_width, face=style.face, size=size, spacing=spacing),
        )
        for size in _sizes(style.size)
    ]
    for box in boxes:
        wrapped = box.wrap(text)
        if box.fits(wrapped):
            return box.size, wrapped, True
    smallest = boxes[-1]
    broken = smallest.break_words(smallest.wrap(text))
    return smallest.size, smallest.shorten(broken), len(broken) <= smallest.max_lines


def _sizes(largest: float) -> Iterator[float]:
    size = largest
    yield size
    while size > largest * SMALLEST:
        size -= 0.25
        yield size


@dataclass(frozen=True)
class _Box:
    """The area that a text must fit into, and its font size. `measure` returns the width of a line at this size."""

    size: float
    width: float
    max_lines: int
    measure: Callable[[str], float]

    def fits(self, lines: Sequence[str]) -> bool:
        return len(lines) <= self.max_lines and not any(map(self._is_too_wide, lines))

    def wrap(self, text: str) -> list[str]:
        return [line for part in text.split("\n") for line in self._joined(part.split(" "), " ")]

    def break_words(self, lines: Sequence[str]) -> list[str]:
        return [part for line in lines for part in self._joined(line, "")]

    def shorten(self, lines: Sequence[str]) -> Sequence[str]:
        if len(lines) <= self.max_lines:
            return lines
        last = lines[self.max_lines - 1]
        while last and self._is_too_wide(f"{last} …"):
            last = last[:-1]
        return [*lines[: self.max_lines - 1], f"{last.rstrip()} …"]

    def _joined(self, parts: Iterable[str], separator: str) -> list[str]:
        """Joins as many parts as fit on each line. A part that is too wide gets its own line."""
        lines = [""]
        for part in parts:
            longer = f"{lines[-1]}{separator}{part}" if lines[-1] else part
            if lines[-1] and self._is_too_wide(longer):
                lines.append(part)
            else:
                lines[-1] = longer
        return lines

    def _is_too_wide(self, line: str) -> bool:
        return self.measure(line) > self.width


def _width(text: str, face: str, size: float, spacing: float) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return (stringWidth(text, face, size) + spacing * len(text)) / POINT
