"""Renders a component into elements that tests can search."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import reflex as rx


@dataclass(frozen=True)
class Element:
    """An HTML element, a React component or a fragment. A fragment's `name` is empty."""

    name: str
    attributes: Mapping[str, Any]
    children: tuple["Element | str", ...]

    def __getitem__(self, attribute: str) -> Any:
        return self.attributes[attribute]

    @property
    def elements(self) -> Iterator["Element"]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.elements

    def all(self, *names: str) -> list["Element"]:
        return [element for element in self.elements if element.name in names]

    @property
    def texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child.texts

    @property
    def text(self) -> str:
        return "".join(
            child if isinstance(child, str) else "\n" if child.name == "br" else child.text for child in self.children
        )


def rendered(component: rx.Component) -> Element:
    return _element(component.render())


def _element(node: Mapping[str, Any]) -> Element:
    children = [node["true_value"], node["false_value"]] if "cond" in node else node["children"]
    name = node["name"].strip('"')
    return Element(
        "" if name == "Fragment" else name,
        dict(map(_attribute, node["props"])),
        tuple(_element(child) if _is_element(child) else _text(child) for child in children if child),
    )


def _is_element(node: Mapping[str, Any]) -> bool:
    return bool(node["name"] or node["children"] or "cond" in node)


def _text(node: Mapping[str, Any]) -> str:
    """Returns a node's text, or "" if only the browser can compute the text."""
    found = _value(node["contents"])
    return found if found != node["contents"] else ""


def _attribute(prop: str) -> tuple[str, Any]:
    match = re.fullmatch(r'"?([\w-]+)"?:(.*)', prop, re.DOTALL)
    assert match, prop
    return match[1], _value(match[2])


def _value(script: str) -> Any:
    try:
        return json.loads(script)
    except ValueError:
        return script
