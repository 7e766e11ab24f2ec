"""Formats docs/stock-components.md, the list of Reflex's components."""

import re
from collections.abc import Iterable, Mapping
from itertools import groupby

from app.folders import ROOT
from tools.stock.outcomes import ELEMENTS, WORKS

DOCS = ROOT / "docs" / "stock-components.md"
WHERE = re.compile(r" \([^()]*\)\.$")
"""A pattern for the file and line at the end of an error message."""
SUBJECT = re.compile(r"^`rx\.[\w.]+` ")
HEAD = """# Stock components of Reflex

All {count} components of Reflex 0.7.14 either work on any page, or stop the build with a sentence that says what to do
and where the component is written. `.venv/bin/python -m tools.stock` tries each one and writes this page, which
`tests/tools/test_stock.py` checks. [packages.md](packages.md#stock-components) says what they cost.
For links to pages of the site, use `link` instead of `rx.link` ([why](reflex.md#a-page-with-state)). The security
policy blocks frames, and pictures and media of other hosts ([what to do](reflex.md#components)). Tabs and dropdown
menus may need [a second tap](reflex.md#what-happens-when).

| Components | Outcome |
|---|---|
"""


def written(outcomes: Mapping[str, str]) -> str:
    elements = [name for name in outcomes if name.startswith(ELEMENTS) and outcomes[name] == WORKS]
    rest = {name: _brief(text) for name, text in outcomes.items() if name not in elements}
    rows = [f"| `{ELEMENTS}*` ({len(elements)} HTML elements) | {WORKS} |"]
    for text in dict.fromkeys([WORKS, *sorted(rest.values())]):
        rows.append(f"| {_names(name for name in rest if rest[name] == text)} | {text} |")
    return HEAD.format(count=len(outcomes)) + "\n".join(rows) + "\n"


def _brief(outcome: str) -> str:
    return SUBJECT.sub("", WHERE.sub("", outcome)).replace("|", "\\|")


def _names(names: Iterable[str]) -> str:
    """Lists component names. All components of a namespace form one entry."""
    entries = []
    for parent, group in groupby(sorted(names), key=lambda name: name.split(".")[1]):
        members = [name.removeprefix(f"rx.{parent}").lstrip(".") for name in group]
        named = ", ".join(member for member in members if member)
        entries.append(f"`rx.{parent}`" + (f" ({named})" if named else ""))
    return ", ".join(entries)
