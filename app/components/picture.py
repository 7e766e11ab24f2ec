"""A `<picture>` in several formats and widths."""

import reflex as rx

from app.components import html as h
from app.components.pictures import derive
from app.i18n import Text


def picture(
    name: str, alt: Text | str, sizes: str = "100vw", priority: bool = False, class_name: str = ""
) -> rx.Component:
    """Returns a `<picture>`, which shows a blurred placeholder until the picture is loaded.

    Without `priority`, the picture loads only when it is close to the visible area.
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
        class_name=f"h-auto w-full bg-cover {class_name}",
        # not the prop `style`, because Reflex would convert it to Emotion's `css`
        custom_attrs={"style": {"backgroundImage": f"url({derived.placeholder})"}},
    )
    return h.picture(*sources, image)
