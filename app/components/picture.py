"""A responsive `<picture>`, in several formats and widths."""

import reflex as rx

from app.components import html as h
from app.components.pictures import derive, names
from app.i18n import Text


def picture(
    name: str, alt: Text | str, sizes: str = "100vw", priority: bool = False, class_name: str = ""
) -> rx.Component:
    """The picture `name`; `sizes` is HTML's, and says how wide it is shown.

    `priority` is for the largest picture above the fold, which is loaded at once. All others are lazy, and show their
    placeholder until then (`previews`).
    """
    derived = derive(name)
    sources = [
        h.source(type=kind, src_set=", ".join(f"{url} {width}w" for url, width in urls), sizes=sizes)
        for kind, urls in derived.sources.items()
    ]
    image = h.img(
        src=derived.fallback,
        alt=alt,
        width=str(derived.width),
        height=str(derived.height),
        loading="eager" if priority else "lazy",
        fetch_priority="high" if priority else None,
        decoding="async",
        class_name=f"placeholder-{name} h-auto w-full bg-cover {class_name}",
    )
    return h.picture(*sources, image)


def previews() -> str:
    """Style rules with a class `placeholder-…` for every picture: a few blurred pixels, shown while it loads.

    In the style sheet they are loaded once, and add nothing to the pages' own code.
    """
    pictures = map(derive, names())
    return "".join(f".placeholder-{each.name}{{background-image:url({each.placeholder})}}\n" for each in pictures)
