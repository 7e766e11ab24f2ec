"""Finds the contents of `rx.memo` components. Reflex does not include these contents in a page's components."""

from collections.abc import Iterator

from reflex.components.component import CUSTOM_COMPONENTS, BaseComponent, Component, CustomComponent

from app.seam.reflex_internals import expect

expect(CustomComponent, "component_fn", "get_component", "tag")


def with_memo_contents(page: Component) -> list[Component]:
    """Returns `page` and the contents of its `rx.memo` components, including nested ones."""
    parts, tags = [page], set[str | None]()
    for part in parts:  # the loop extends `parts`
        for memo in descendants(part):
            if isinstance(memo, CustomComponent) and memo.tag not in tags:
                tags.add(memo.tag)
                parts.append(memo.get_component())
    return parts


def modules() -> set[str]:
    return {memo.component_fn.__module__ for memo in CUSTOM_COMPONENTS.values()}


def descendants(component: BaseComponent) -> Iterator[BaseComponent]:
    """Yields a component, its children, their children, and so on."""
    yield component
    for child in component.children:
        yield from descendants(child)
