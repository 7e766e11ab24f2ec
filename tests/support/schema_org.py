"""Checks structured data (JSON-LD) against schema.org's vocabulary.

`vocabulary.json` is an excerpt of schema.org 30.0 (CC BY-SA 3.0, schema.org/docs/terms.html). It contains the types and
properties that the site uses, their ancestors, and the members of enumerations. After adding a type or property to the
site, add it to the file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from app.structured_data.nodes import VOCABULARY

FILE = Path(__file__).with_name("vocabulary.json")
SCHEMA = f"{VOCABULARY}/"
FORMS = {
    "URL": r"https?://\S+",
    "Date": r"\d{4}(-\d\d(-\d\d)?)?",
    "DateTime": r"\d{4}-\d\d-\d\dT[0-2]\d:[0-5]\d:[0-5]\d(Z|[+-]\d\d:\d\d)",
    "Time": r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?",
    "Text": r"(?s).+",
}
"""Regular expressions for the values of each data type."""

Node = Mapping[str, Any]


@dataclass(frozen=True)
class Property:
    """A property. `domains` are the types with this property, and `ranges` are the types of its values."""

    domains: tuple[str, ...]
    ranges: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary. `types` maps each type to its parents, and `members` maps each enumeration value to its type."""

    types: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, Property]
    members: Mapping[str, str]

    def above(self, name: str) -> set[str]:
        return {name}.union(*(self.above(parent) for parent in self.types[name]))


def vocabulary() -> Vocabulary:
    return TypeAdapter(Vocabulary).validate_json(FILE.read_bytes())


def nodes(value: object) -> Iterator[Node]:
    """Yields all nodes of a JSON-LD document, including nested ones."""
    if isinstance(value, Mapping):
        yield value
        yield from nodes(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from nodes(each)


def faults(document: Node, known: Vocabulary) -> list[str]:
    """Returns the errors in a document: unknown names, wrong value types and references to missing nodes."""
    things = document["@graph"]
    types = {node["@id"]: node["@type"] for node in nodes(things) if "@id" in node and "@type" in node}
    found = [] if document["@context"] == VOCABULARY else [f"another vocabulary: {document['@context']}"]
    return found + [fault for node in nodes(things) for fault in _faults(node, types, known)]


def _faults(node: Node, types: Mapping[str, str], known: Vocabulary) -> Iterator[str]:
    kind = _kind(node, types)
    if kind not in known.types:
        yield f"no type: {kind} in {node}"
        return
    for name, value in node.items():
        if name.startswith("@"):
            continue
        if name not in known.properties or not known.above(kind) & set(known.properties[name].domains):
            yield f"{kind} has no {name}"
            continue
        for each in value if isinstance(value, list) else [value]:
            if not any(_is(each, wanted, types, known) for wanted in known.properties[name].ranges):
                yield f"{kind}.{name} cannot be {each!r}"


def _kind(node: Node, types: Mapping[str, str]) -> str:
    return node.get("@type") or types.get(node.get("@id", "")) or "nothing"


def _is(value: object, wanted: str, types: Mapping[str, str], known: Vocabulary) -> bool:
    if isinstance(value, bool):
        return wanted == "Boolean"
    if isinstance(value, (int, float)):
        return wanted == "Number" or (wanted == "Integer" and isinstance(value, int))
    if isinstance(value, Mapping):
        kind = _kind(value, types)
        return kind in known.types and wanted in known.above(kind)
    if str(value).startswith(SCHEMA):
        return known.members.get(str(value).removeprefix(SCHEMA)) == wanted
    return wanted in FORMS and bool(re.fullmatch(FORMS[wanted], str(value)))
