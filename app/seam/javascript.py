"""Turns a JavaScript snippet into a function that returns the same value as `eval`."""

import re

_SPACE = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(
    r""" "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | [\w$]+ | \+\+ | -- | => | !=? | . """, re.DOTALL | re.VERBOSE
)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
_NAME = re.compile(r"[\w$]+")
_OPERAND = re.compile(r"""[\w$"'`)\]}]|/.""")
"""A pattern for the first characters of tokens that can be the last token of an operand."""
_OPERATOR = re.compile(
    r"case|class|const|delete|do|else|extends|function|in|instanceof|let|new|return|throw|typeof|var|void"
)
"""Words that cannot be the last token of an operand."""
_STARTS_STATEMENT = re.compile(r"""(?!(?:in|instanceof)\b)[\w$"'{~]|!$|\+\+|--""")
"""A pattern for tokens that start a new statement if an operand and a line break precede them."""
_WITHOUT_VALUE = re.compile(r"break|const|continue|debugger|let|return|throw|var")
_ASYNC_FUNCTION = re.compile(r"async[^\S\n]+function\b")
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")


def function_body(code: str) -> str:
    """Returns a function body that returns the value of the snippet's last statement.

    An expression has a value. A block, `if` or `try` has a value if it ends with an expression.
    """
    for value in reversed(_Parser(code).statements()):
        code = f"{code[: value.start]}return ({code[value]}){code[value.stop :]}"
    return code


class _Parser:
    """Finds the statements in JavaScript code. Skips the contents of brackets. Invalid code causes no errors."""

    def __init__(self, code: str, position: int = 0) -> None:
        self.code = code
        self.position = position
        self.is_operand = False
        """Whether an operand ends at the position. If not, a slash starts a regex."""

    def statements(self) -> list[slice]:
        """Reads a block's statements. Returns the ranges of all expressions that can be the block's value."""
        values: list[slice] = []
        while (word := self.next()) not in ("", "}"):
            found = self.statement()
            values = values if word == ";" else found
        return values

    def statement(self) -> list[slice]:
        """Reads a statement. Returns the ranges of all expressions that can be its value."""
        self.is_operand = False
        word = self.next()
        if word == "{":
            return self.block()
        if word == "if":
            return self.conditional()
        if word == "try":
            return self.attempt()
        if word in ("for", "while", "switch"):
            self.skip_header()
            self.statement()
        elif word == "do":
            self.read()
            self.statement()
            self.skip_header()
        elif word in ("function", "class") or _ASYNC_FUNCTION.match(self.code, self.start()):
            self.skip_to("{")
            self.skip()
        elif word == ";":
            self.read()
        else:
            return self.expression()
        return []

    def block(self) -> list[slice]:
        self.read()
        values = self.statements()
        self.read()
        return values

    def conditional(self) -> list[slice]:
        self.skip_header()
        values = self.statement()
        if self.next() == "else":
            self.read()
            values += self.statement()
        return values

    def attempt(self) -> list[slice]:
        self.read()
        values = self.block()
        if self.next() == "catch":
            self.skip_to("{")
            values += self.block()
        if self.next() == "finally":
            self.read()
            self.block()
        return values

    def expression(self) -> list[slice]:
        start, first, awaits_body = self.start(), self.skip(), False
        if _NAME.fullmatch(first) and self.next() == ":":
            self.read()
            return self.statement()
        while (text := self.next()) not in ("", ";", "}") and (awaits_body or not self.is_new_statement()):
            self.skip()
            awaits_body = text in ("function", "class") or (awaits_body and text != "{")
        value = slice(start, self.position)
        if text == ";":
            self.read()
        return [] if _WITHOUT_VALUE.fullmatch(first) else [value]

    def is_new_statement(self) -> bool:
        is_new_line = "\n" in self.code[self.position : self.start()]
        return is_new_line and self.is_operand and bool(_STARTS_STATEMENT.match(self.next()))

    def skip_header(self) -> None:
        """Skips a word such as `if`, and the parentheses after it."""
        self.skip_to("(")
        self.skip()

    def skip_to(self, text: str) -> None:
        while self.next() not in ("", text):
            self.skip()

    def skip(self) -> str:
        """Skips and returns the next token. If it is an opening bracket, also skips to the closing bracket."""
        first = self.read()
        depth = int(first in _OPENING)
        while depth and (text := self.read()):
            depth += (text in _OPENING) - (text in _CLOSING)
        return first

    def read(self) -> str:
        text = self.next()
        is_property = self.code[: self.position].endswith(".")
        self.position = self.start() + len(text)
        if text not in ("++", "--"):  # `++` and `--` can precede or follow an operand
            is_operator = not is_property and _OPERATOR.fullmatch(text)
            self.is_operand = bool(_OPERAND.match(text)) and not is_operator
        return text

    def next(self) -> str:
        """Returns the next token without reading it, or an empty string at the end."""
        start = self.start()
        if self.code.startswith("`", start):
            return self.code[start : self.template_end(start)]
        found = (not self.is_operand and _REGEX.match(self.code, start)) or _TOKEN.match(self.code, start)
        return found.group() if found else ""

    def start(self) -> int:
        position = self.position
        while space := _SPACE.match(self.code, position):
            position = space.end()
        return position

    def template_end(self, start: int) -> int:
        """Returns the position after a template literal, which can contain other template literals."""
        position = start + 1
        while position < len(self.code) and self.code[position] != "`":
            if self.code.startswith("${", position):
                inner = _Parser(self.code, position + 1)
                inner.skip()
                position = inner.position
            else:
                position += 2 if self.code[position] == "\\" else 1
        return position + 1
