"""Checks structured data (JSON-LD) against schema.org's vocabulary.

`vocabulary.json` is an excerpt of schema.org 30.0 (CC BY-SA 3.0, schema.org/docs/terms.html). It contains the types and
properties that the site uses, their ancestors, and the members of enumerations. After adding a type or property to the
site, get the full vocabulary from github.com/schemaorg/schemaorg and run

    python -m tests.support.schema_org …/data/releases/30.0/schemaorg-current-https.jsonld
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from app.i18n import use
from app.routes import places
from app.structured_data import graph
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


ADAPTER = TypeAdapter(Vocabulary)


def vocabulary() -> Vocabulary:
    return ADAPTER.validate_json(FILE.read_bytes())


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


def excerpt(source: Node) -> Vocabulary:
    """Returns the part of schema.org's vocabulary that the site uses. Properties list only types from this part."""
    entries = {entry["@id"].removeprefix("schema:"): entry for entry in source["@graph"]}
    used = [node for document in documents() for node in nodes(document["@graph"])]
    properties = {
        name: Property(_ids(entries[name], "schema:domainIncludes"), _ids(entries[name], "schema:rangeIncludes"))
        for name in sorted({name for node in used for name in node if not name.startswith("@")})
    }
    ranges = {name for each in properties.values() for name in each.ranges}
    types: dict[str, tuple[str, ...]] = {}
    left = sorted({node["@type"] for node in used if "@type" in node})
    while left:
        name = left.pop()
        types[name] = _ids(entries[name], "rdfs:subClassOf")
        left += [parent for parent in types[name] if parent not in types]
    members = {name: kind for name, entry in entries.items() for kind in _ids(entry, "@type") if kind in ranges}
    values = {*types, *FORMS, "Boolean", "Number", "Integer", *members.values()}
    for name, known in properties.items():
        domains = tuple(each for each in known.domains if each in types)
        properties[name] = Property(domains, tuple(each for each in known.ranges if each in values))
    return Vocabulary(dict(sorted(types.items())), properties, dict(sorted(members.items())))


def documents() -> Iterator[Node]:
    for place in places():
        with use(place.language):
            yield {"@context": VOCABULARY, "@graph": graph(place)}


def _ids(entry: Node, name: str) -> tuple[str, ...]:
    given: Iterable[Any] = entry.get(name, ())
    values = [given] if isinstance(given, (str, Mapping)) else given
    ids = [value["@id"] if isinstance(value, Mapping) else value for value in values]
    return tuple(sorted(each.removeprefix("schema:") for each in ids if each.startswith("schema:")))


if __name__ == "__main__":
    taken = excerpt(json.loads(Path(sys.argv[1]).read_text()))
    FILE.write_text(json.dumps(ADAPTER.dump_python(taken, mode="json"), indent=1, ensure_ascii=False) + "\n")
