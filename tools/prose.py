"""`python -m tools.prose [PATH …]`: checks comments, docstrings, messages and docs.

`--sample SEED` prints random comments and docstrings.
"""

import argparse
import ast
import io
import random
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from app.folders import ROOT
from tools.project_files import project_files

SUFFIXES = (".py", ".js", ".md")
MAX_SENTENCE_WORDS = 30
MAX_WORDS = 80
"""The maximum number of words in comments and docstrings per 100 lines of code."""
MAX_WORDS_OF_MODULE = {".py": 250, ".js": 260}
MAX_WORDS_OF_SHORT_MODULE = 60
SAMPLE_SIZE = 100

NON_STANDARD = re.compile(
    r"\b(told|tells?|telling|mend(?:s|ed|ing)?|put right|anew|look(?:s|ed)? after|by itself|whoever|somebody who"
    r"|what stands|the whole of|(?:is|are|was|were) begun|has ended|have ended|hears?|heard|kept|keepers?|news"
    r"|doorkeeper|hurdles?|crowd|patience|welcomed?)\b",
    re.IGNORECASE,
)
UNFINISHED = re.compile(r"TODO: [^|\n]*")
NON_STANDARD_NAMES = re.compile(r"_?(?:MOST_\w+|LONGEST_\w+|PATIENCE\w*|TRAP)")
NO_START = re.compile(
    r"Also|And|Are|As|At|Because|But|By|For|From|Has|How|If|In|Is|It|Not|Of|On|Since|So|Somebody|Someone|"
    r"That|Then|There|These|They|This|Those|To|Until|Was|What|When|Where|Which|While|Who|Whoever|Whom|"
    r"Whose|With|Without"
)
NO_VERB = re.compile(r"Always|As|Does|Files|Has|Is|Its|Names|Pages|Perhaps|Settings|Tests|Texts|This|Us|Was")
"""Words that end in "s" but must not start a function's docstring."""
MESSAGE_CALL = re.compile(
    r"(?:log|logger|logging)\.(?:debug|info|warning|error|exception|critical)$|Error$|^sys\.exit$"
)
PRAGMA = re.compile(r"^(?:(?:noqa(?:: [A-Z0-9, ]+)?|pyright: ignore(?:\[[^]]*\])?|pyright: \w+=\w+|fmt: \w+)[# ]*)+")
COMMENT = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|'
    r"/\*\*?(?P<block>.*?)\*/|^[ \t]*//(?P<lines>[^\n]*(?:\n[ \t]*//[^\n]*)*)|(?<=\s)//(?P<end>[^\n]*)",
    re.DOTALL | re.MULTILINE,
)
PARAGRAPH = re.compile(r"(?:^(?!```|\||#|\s*$).+\n?)+", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.:;!?])\s|\n\s*\n|\n\s*(?:[-*|]|\d+\.)\s|\n\s*@")


class Prose(NamedTuple):
    """A comment, docstring, message or paragraph of the docs."""

    file: str
    line: int
    kind: str
    text: str
    whole: str = ""
    """A JavaScript comment's text, including JSDoc types."""

    @property
    def is_counted(self) -> bool:
        return self.kind not in ("page", "message")


class Module(NamedTuple):
    """A source file. `lines` is the number of lines of code."""

    file: str
    prose: list[Prose]
    lines: int
    names: list[str]

    @property
    def words(self) -> int:
        return sum(len(each.text.split()) for each in self.prose if each.is_counted)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.prose", description="Checks comments, docstrings and docs.")
    parser.add_argument("paths", nargs="*", help="only files whose path begins with one of these")
    parser.add_argument("--sample", metavar="SEED", help=f"print {SAMPLE_SIZE} random comments and docstrings")
    options = parser.parse_args(arguments)
    files = [file for file in project_files() if file.endswith(SUFFIXES)]
    if options.paths:
        files = [file for file in files if file.startswith(tuple(options.paths))]
    modules = [read(file, (ROOT / file).read_text()) for file in files]
    if options.sample:
        print(*sample(modules, options.sample), sep="\n\n")
    else:
        found = [fault for module in modules for fault in faults(module)]
        if not options.paths:
            found += total_faults(modules)
        print(*found, f"Prose: {len(found)} faults." if found else "Prose: no faults.", sep="\n")
        return bool(found)
    return 0


def read(file: str, text: str) -> Module:
    match Path(file).suffix:
        case ".py":
            prose, code = [*_python(file, text), *_python_comments(file, text)], _python_code(text)
        case ".js":
            prose, code = list(_javascript(file, text)), _javascript_code(text)
        case _:
            prose, code = list(_markdown(file, text)), ""
    names = [name for name in re.findall(r"\w+", _without_strings(code)) if NON_STANDARD_NAMES.fullmatch(name)]
    prose = [each for each in prose if re.search(r"\w", each.text)]
    return Module(file, prose, sum(bool(line.strip()) for line in code.splitlines()), names)


def _python(file: str, text: str) -> Iterator[Prose]:
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for index, statement in enumerate(body if isinstance(body, list) else ()):
            if isinstance(statement, ast.Expr) and _is_text(statement.value):
                yield Prose(file, statement.lineno, "constant" if index else _kind(node), statement.value.value)
        if isinstance(node, ast.Call) and node.args and MESSAGE_CALL.search(ast.unparse(node.func)):
            for each in filter(_is_text, ast.walk(node.args[0])):
                yield Prose(file, each.lineno, "message", each.value)  # pyright: ignore[reportAttributeAccessIssue]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _kind(node: ast.AST) -> str:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return type(node).__name__.removesuffix("Def").lower()
    if node.name.startswith("test_"):
        return "test"
    decorators = " ".join(map(ast.unparse, node.decorator_list))
    return "property" if re.search(r"property|fixture", decorators) else "function"


def _python_comments(file: str, text: str) -> Iterator[Prose]:
    comment: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comment.append(token)
        elif token.type != tokenize.NL and comment:
            words = "\n".join(PRAGMA.sub("", each.string.lstrip("# ")) for each in comment)
            yield Prose(file, comment[0].start[0], "comment", words)
            comment = []


def _python_code(text: str) -> str:
    text = re.sub(r"^\s*#.*$|  #.*$", "", text, flags=re.MULTILINE)
    return re.sub(r'^\s*"""(?:.(?!\n\s*"""\)))*?"""$', "", text, flags=re.MULTILINE | re.DOTALL)


def _javascript(file: str, text: str) -> Iterator[Prose]:
    for found in COMMENT.finditer(text):
        if not found.lastgroup:
            continue  # the match is a string, which can contain "//"
        whole = re.sub(r"\n\s*(?:\*|//)?", "\n", next(filter(None, found.groups()), ""))
        comment = re.sub(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", whole)
        comment = re.sub(r"^\s*webpack\w+: .*", "", comment)
        comment = re.sub(r"@(?:param|property|typedef|template|type|returns?)\b *\[?[\w.=]*\]?", "", comment)
        yield Prose(file, text.count("\n", 0, found.start()) + 1, "comment", comment, whole)


def _javascript_code(text: str) -> str:
    return COMMENT.sub(lambda found: "" if found.lastgroup else found[0], text)


def _markdown(file: str, text: str) -> Iterator[Prose]:
    text = re.sub(r"^```.*?^```$", lambda found: "\n" * found[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    for found in PARAGRAPH.finditer(text):
        yield Prose(file, text.count("\n", 0, found.start()) + 1, "page", found[0])
    for found in UNFINISHED.finditer(text):
        yield Prose(file, text.count("\n", 0, found.start()) + 1, "unfinished", found[0])


def faults(module: Module) -> Iterator[str]:
    for prose in module.prose:
        for fault in (*_terms(prose), *_start(prose), *_sentences(prose)):
            yield f"{prose.file}:{prose.line}: {fault}"
    yield from (f"{module.file}: {name} has a standard name" for name in module.names)
    limit = MAX_WORDS_OF_MODULE.get(Path(module.file).suffix)
    if limit and module.words > MAX_WORDS_OF_SHORT_MODULE and 100 * module.words > limit * module.lines:
        yield f"{module.file}: {module.words} words of comments for {module.lines} lines of code"


def _terms(prose: Prose) -> Iterator[str]:
    for word in NON_STANDARD.finditer(_without_code(prose.text)):
        yield f"“{word[0]}” has a standard term"
    if prose.kind == "unfinished":
        yield f"“{prose.text.strip()}” is unfinished"


def _start(prose: Prose) -> Iterator[str]:
    first = re.match(r"\W*(\w+)", prose.text)
    word = first[1] if first else ""
    is_verb = word.endswith("s") and not NO_VERB.fullmatch(word)
    if prose.kind in ("function", "property", "class", "module", "constant") and NO_START.fullmatch(word):
        yield f"a {prose.kind}'s docstring begins with “{word}”"
    elif prose.kind == "function" and not is_verb and word != "Whether":
        yield f"a function's docstring begins with “{word}”, not with a verb in the third person"


def _sentences(prose: Prose) -> Iterator[str]:
    for sentence in SENTENCE_END.split(_without_code(prose.text)):
        words = sentence.split()
        if prose.kind != "message" and len(words) > MAX_SENTENCE_WORDS:
            yield f"a sentence of {len(words)} words: “{' '.join(words[:6])} …”"


def _without_strings(code: str) -> str:
    return re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", code)


def _without_code(text: str) -> str:
    """Replaces code, names and quotations with "…"."""
    return re.sub(r"`[^`]*`|“[^”]*”|\"[^\"\n]*\"|\w*_\w+|[\w.$@<-]*/[\w./<>-]*\w|\S+\.(?:py|js)\b", "…", text)


def total_faults(modules: Sequence[Module]) -> Iterator[str]:
    words = sum(module.words for module in modules)
    lines = sum(module.lines for module in modules)
    if 100 * words > MAX_WORDS * lines:
        yield f"{100 * words / lines:.0f} words of comments per 100 lines of code; the limit is {MAX_WORDS}"


def sample(modules: Iterable[Module], seed: str) -> list[str]:
    counted = [each for module in modules for each in module.prose if each.is_counted]
    chosen = random.Random(seed).sample(counted, min(SAMPLE_SIZE, len(counted)))
    return [f"{each.file}:{each.line} [{each.kind}] {each.whole or each.text}" for each in chosen]


if __name__ == "__main__":
    sys.exit(main())
