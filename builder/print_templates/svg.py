"""Draws templates as SVG. In Inkscape, guides have their own layer, below an empty layer for the artwork."""

from xml.sax.saxutils import escape

from builder.print_templates.drawing import LETTERS, Box, Drawing

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}">'
)
LAYER = '<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}"{more}>'
STYLE = ' fill="none" stroke="#00a5c8" stroke-width="0.15"'
DASHES = {"trim": "", "bleed": ' stroke-dasharray="2 1"', "safe": ' stroke-dasharray="0.5 0.8"'}


def render(drawn: Drawing) -> str:
    boxes = (_box(name, getattr(drawn, name), dashes) for name, dashes in DASHES.items())
    marks = (f'<path d="M{mark.x1:g} {mark.y1:g}L{mark.x2:g} {mark.y2:g}"/>' for mark in drawn.marks)
    words = (f'<text x="{word.x:g}" y="{word.y:g}">{escape(word.text)}</text>' for word in drawn.legend)
    lettering = f'<g fill="#00a5c8" stroke="none" font-family="Georgia, serif" font-size="{LETTERS:g}">'
    return "\n".join(
        (
            HEAD.format(width=drawn.page.width, height=drawn.page.height),
            f"<title>{escape(drawn.title)}</title>",
            LAYER.format(name="Guides", more=STYLE),
            *boxes,
            *marks,
            lettering,
            *words,
            "</g>",
            "</g>",
            LAYER.format(name="Print", more="") + "</g>",
            "</svg>\n",
        )
    )


def _box(name: str, box: Box, dashes: str) -> str:
    return f'<rect id="{name}" x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"{dashes}/>'
