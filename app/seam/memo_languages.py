"""Creates each component of `rx.memo` once per language. Reflex itself creates each component only once."""

from collections.abc import Callable
from functools import cache, wraps
from inspect import signature
from typing import Any

from reflex.components import component as components
from reflex.components.component import Component, CustomComponent

from app.i18n import LANGUAGES, Language, current, use
from app.seam.reflex_internals import expect, expect_parameters

expect(CustomComponent, "_post_init", "component_fn")
expect(components, "_register_custom_component", "CUSTOM_COMPONENTS")
expect_parameters(components._register_custom_component, "component_fn")

Create = Callable[..., Component]

_post_init = CustomComponent._post_init
_register = components._register_custom_component


def support() -> None:
    """Patches Reflex to create memoized components in each language. A second call does nothing."""
    CustomComponent._post_init = _post_init_in_language
    components._register_custom_component = _register_in_all_languages


def _register_in_all_languages(component_fn: Create) -> None:
    for language in LANGUAGES:
        with use(language):
            _register(component_fn)


def _post_init_in_language(self: CustomComponent, *, component_fn: Create, **props: Any) -> None:
    _post_init(self, component_fn=_in_language(component_fn, current()), **props)
    if self.tag and self.tag not in components.CUSTOM_COMPONENTS:  # registers late if `rx.memo` ran before `support()`
        components.CUSTOM_COMPONENTS[self.tag] = self
        _register(component_fn)


@cache
def _in_language(create: Create, language: Language) -> Create:
    """Returns a function that calls `create` in one language. Adds the language to its name to make names unique."""

    @wraps(create)
    def create_in_language(*props: Any) -> Component:
        with use(language):
            return create(*props)

    create_in_language.__name__ = f"{create.__name__}_{language.code}"
    create_in_language.__signature__ = signature(create)  # pyright: ignore[reportAttributeAccessIssue]
    return create_in_language
