"""Turns a JavaScript snippet into a function that returns the same value as `eval`."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<space> \s+ )
    | (?P<operand> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | [\w$]+ )
    | (?P<step> \+\+ | -- | => )
    | (?P<other> . )
    """,
    re.DOTALL | re.VERBOSE,
)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
_BEFORE_REGEX = re.compile(r"return|typeof|case|in|of|void|delete|[(\[{,;=:?!&|+\-*%<>~^]|=>")
_STATEMENT = re.compile(
    r"(?:async\s+function|break|case|catch|class|const|continue|debugger|do|else|finally|for|function|if|import|let"
    r"|return|switch|throw|try|var|while|with)\b|\{"
)
_HEADER = re.compile(r"(?:(?:for|if|while|with)\b.*\)|.*\belse|do)\s*", re.DOTALL)


def function_body(code: str) -> str:
    """Returns a function body that returns the value of the snippet's last expression."""
    parts = [part for part in _statements(code) if code[part].strip()]
    if not parts:
        return ""
    last, before = parts[-1], parts[-2] if len(parts) > 1 else None
    if _STATEMENT.match(code[last].lstrip()) or (before and _HEADER.fullmatch(code[before].strip())):
        return code
    return f"{code[: last.start]}return ({code[last]}\n){code[last.stop :]}"


def _statements(code: str) -> Iterator[slice]:
    """Yields the range of each statement, without surrounding comments."""
    depth, start, end, previous, is_new_line = 0, 0, 0, "", False
    for position, kind, text in _tokens(code):
        if kind == "space" or kind == "comment":
            is_new_line |= "\n" in text
            continue
        starts_operand = kind in ("operand", "step") or text in "{!~"
        ends_operand = previous in ("++", "--") or previous[-1:] in tuple(")]}`\"'$_") or previous[-1:].isalnum()
        if depth == 0 and (text == ";" or (is_new_line and starts_operand and ends_operand)):
            yield slice(start, end)
            start = position + len(text) if text == ";" else position
        elif start == end or not code[start:position].strip():
            start = position
        depth += (text in "([{") - (text in ")]}") if len(text) == 1 else 0
        previous, is_new_line = text, False
        end = start if text == ";" and depth == 0 else position + len(text)
    yield slice(start, max(start, end))


def _tokens(code: str) -> Iterator[tuple[int, str, str]]:
    position, previous = 0, ";"
    while position < len(code):
        if code[position] == "`":
            kind, text = "operand", code[position : _template_end(code, position)]
        elif (regex := _REGEX.match(code, position)) and _BEFORE_REGEX.fullmatch(previous):
            kind, text = "operand", regex.group()
        else:
            found = _TOKEN.match(code, position)
            assert found and found.lastgroup
            kind, text = found.lastgroup, found.group()
        yield position, kind, text
        position += len(text)
        previous = previous if kind in ("space", "comment") else text


def _template_end(code: str, start: int) -> int:
    """Returns the position after a template literal, which can contain other template literals."""
    position = start + 1
    while position < len(code):
        if code[position] == "`":
            return position + 1
        if code.startswith("${", position):
            position = _expression_end(code, position + 2)
        else:
            position += 2 if code[position] == "\\" else 1
    return len(code)


def _expression_end(code: str, start: int) -> int:
    depth = 1
    for position, _kind, text in _tokens(code[start:]):
        depth += (text == "{") - (text == "}")
        if not depth:
            return start + position + 1
    return len(code)
