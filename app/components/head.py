"""The `<head>` of a page: title, links to other languages, and data for link previews."""

from dataclasses import dataclass

import reflex as rx
from reflex.event import EventType

from app.components import html as h
from app.content.studio import STUDIO, window_title
from app.i18n import DEFAULT, Language, Text
from app.routes import Place
from app.settings import settings

THEME_COLORS = {"light": "#f6f1e7", "dark": "#1b1917"}
"""Theme colours for browsers, equal to `--color-paper` in `app/styles/site.css`."""


@dataclass(frozen=True)
class Meta:
    """A page's title, description and share image.

    Without `picture`, pages use the studio's share image. Pages with the event handler `on_load` connect to the server
    immediately.

    If `canonical` is False, the page has no `canonical` link and no `og:url`. Use this for pages that depend on the
    URL's hash. Otherwise, phones and social networks would share the address without the hash. Pages that are not
    indexed never have these tags, because their URL can contain a token.
    """

    title: Text
    description: Text
    picture: str | None = None
    on_load: EventType[()] | None = None
    canonical: bool = True

    @property
    def full_title(self) -> str:
        return window_title(self.title)


def absolute_url(place: Place) -> str:
    return settings().site_url + place.path


def manifest_path(language: Language) -> str:
    return f"{language.prefix}/manifest.webmanifest"


def manifest_link(language: Language) -> rx.Component:
    """Returns the link to the web app manifest of a language."""
    return rx.el.link(rel="manifest", href=manifest_path(language))


def head(meta: Meta, place: Place) -> list[rx.Component]:
    """Returns the elements of a page's `<head>`, except for the title and the description."""
    is_canonical = meta.canonical and place.is_indexed
    canonical = [rx.el.link(rel="canonical", href=absolute_url(place))] if is_canonical else []
    links = [*canonical, *([] if place.is_open else _alternates(place)), manifest_link(place.language)]
    properties = {
        "og:type": "website",
        "og:site_name": STUDIO.name,
        "og:title": str(meta.title),
        "og:description": str(meta.description),
        **({"og:url": absolute_url(place)} if is_canonical else {}),
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:locale": place.language.tag.replace("-", "_"),
    }
    tags: list[rx.Component] = [h.meta(property=name, content=content) for name, content in properties.items()]
    tags += [
        h.meta(property="og:locale:alternate", content=other.language.tag.replace("-", "_"))
        for other in place.alternates
        if other.language != place.language
    ]
    tags.append(h.meta(name="twitter:card", content="summary_large_image"))
    if not place.is_indexed:
        tags.append(h.meta(name="robots", content="noindex"))
    return links + tags


def _alternates(place: Place) -> list[rx.Component]:
    return [
        *(
            rx.el.link(rel="alternate", href_lang=other.language.code, href=absolute_url(other))
            for other in place.alternates
        ),
        rx.el.link(rel="alternate", href_lang="x-default", href=absolute_url(place.within(DEFAULT))),
    ]


def document_head() -> list[rx.Component]:
    """Returns the `<head>` elements that are the same on all pages."""
    return [
        rx.el.link(rel="icon", href="/favicon.ico", sizes="32x32"),
        rx.el.link(rel="icon", href="/icons/icon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/icons/apple-touch-icon.png"),
        *(
            h.meta(name="theme-color", content=color, media=f"(prefers-color-scheme: {scheme})")
            for scheme, color in THEME_COLORS.items()
        ),
    ]
