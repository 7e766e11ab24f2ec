"""Reads downloaded icons. Drops elements and attributes that are not allowed, because icons might contain scripts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

DEFAULT_SIZE = 16
MAX_COORDINATE = 10_000
MAX_DEPTH = 8
"""The maximum depth of nested groups. Deeper groups are ignored."""

SHAPES = frozenset({"g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"})

_NUMBER = r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?"
_NUMBERS = r"[-+\d.,eE\s]+"
_PATH = r"[MmZzLlHhVvCcSsQqTtAa\d\s.,eE+-]+"
_PAINT = r"none|currentColor|[a-zA-Z]+|#[\da-fA-F]{3,8}"
_TRANSFORM = rf"((matrix|translate|scale|rotate|skewX|skewY)\({_NUMBERS}\)[\s,]*)+"
_KEYWORD = r"[a-z]+"
ATTRIBUTES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(form)
    for form, names in {
        _PATH: "d",
        _NUMBERS: "points stroke-dasharray",
        _NUMBER: (
            "x y x1 y1 x2 y2 cx cy r rx ry width height stroke-width stroke-miterlimit stroke-dashoffset "
            "opacity fill-opacity stroke-opacity"
        ),
        _PAINT: "fill stroke",
        _KEYWORD: "fill-rule clip-rule stroke-linecap stroke-linejoin",
        _TRANSFORM: "transform",
    }.items()
    for name in names.split()
}
"""Allowed SVG attributes, each with a pattern for valid values."""


class UnusableIconError(Exception):
    """Raised when downloaded data contains no usable icon."""


@dataclass(frozen=True)
class Shape:
    """An SVG element. Only groups have children."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple["Shape", ...] = ()


@dataclass(frozen=True)
class Drawing:
    view_box: str
    shapes: tuple[Shape, ...]


def drawing(icons: object, name: str) -> Drawing:
    """Parses an icon from downloaded data. Raises UnusableIconError if there is no usable icon with this name."""
    if not isinstance(icons, dict):
        raise UnusableIconError("the answer is not a set of icons")
    icon = _entry(icons, name)
    body = icon.get("body")
    if not isinstance(body, str):
        raise UnusableIconError("it has no drawing")
    shapes = tuple(_shapes(_parsed(body), MAX_DEPTH))
    if not shapes:
        raise UnusableIconError("its drawing has no shapes")
    return Drawing(_view_box(icons, icon), shapes)


def _entry(icons: Mapping, name: str) -> Mapping:
    """Returns the icon with this name or alias. Does not support aliases that rotate an icon."""
    entries, aliases = (_mapping(icons.get(part)) for part in ("icons", "aliases"))
    alias = _mapping(aliases.get(name))
    found = entries.get(alias["parent"] if alias.keys() == {"parent"} and isinstance(alias["parent"], str) else name)
    if not isinstance(found, dict):
        raise UnusableIconError("the set has no such icon")
    return found


def _mapping(value: object) -> Mapping:
    return value if isinstance(value, dict) else {}


def _parsed(body: str) -> ElementTree.Element:
    if "<!" in body or "<?" in body or "&" in body:  # XML entities could expand to gigabytes
        raise UnusableIconError("its drawing has declarations or entities")
    try:
        return ElementTree.fromstring(f"<svg>{body}</svg>")
    except (ElementTree.ParseError, ValueError) as error:
        raise UnusableIconError("its drawing is not SVG") from error


def _shapes(parent: ElementTree.Element, depth: int) -> Iterator[Shape]:
    for element in parent if depth else ():
        if element.tag not in SHAPES:
            continue
        children = tuple(_shapes(element, depth - 1)) if element.tag == "g" else ()
        if children or element.tag != "g":
            yield Shape(element.tag, dict(_attributes(element)), children)


def _attributes(element: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for name, value in element.items():
        if name in ATTRIBUTES and ATTRIBUTES[name].fullmatch(value):
            yield name, value


def _view_box(icons: Mapping, icon: Mapping) -> str:
    left, top = (icon.get(side, icons.get(side, 0)) for side in ("left", "top"))
    width, height = (icon.get(side, icons.get(side, DEFAULT_SIZE)) for side in ("width", "height"))
    numbers = (left, top, width, height)
    if not all(map(_is_number, numbers)) or width <= 0 or height <= 0:
        raise UnusableIconError("its size is invalid")
    return " ".join(f"{number:g}" for number in numbers)


def _is_number(value: object) -> bool:
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and -MAX_COORDINATE <= value <= MAX_COORDINATE
    )
