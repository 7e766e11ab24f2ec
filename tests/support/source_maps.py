"""Removes the code of certain source files from a script, using its source map (ECMA-426)."""

from collections.abc import Callable
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

_DIGITS = {letter: value for value, letter in enumerate(ascii_uppercase + ascii_lowercase + digits + "+/")}
_MORE = 32
"""The continuation bit of a digit in base64 VLQ, the encoding of source maps."""


def without(script: str, source_map: dict[str, Any], left_out: Callable[[str], bool]) -> str:
    rest: list[str] = []
    source = 0
    for line, segments in zip(script.splitlines(keepends=True), source_map["mappings"].split(";"), strict=False):
        column, begin, keeps = 0, 0, True
        for segment in filter(None, segments.split(",")):
            step, *origin = _numbers(segment)
            column += step
            rest.append(line[begin:column] if keeps else "")
            begin = column
            source += origin[0] if origin else 0
            keeps = not (origin and left_out(source_map["sources"][source]))
        rest.append(line[begin:] if keeps else "")
    return "".join(rest)


def _numbers(segment: str) -> list[int]:
    """Decodes the numbers in a segment. A digit stores five bits, and the least significant digit comes first."""
    numbers: list[int] = []
    value = shift = 0
    for digit in map(_DIGITS.__getitem__, segment):
        value |= (digit & (_MORE - 1)) << shift
        shift += 5
        if not digit & _MORE:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers
