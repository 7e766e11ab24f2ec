"""Writes templates for print files as SVG and PDF. Their sizes are in `app.content.print_ready`."""

from pathlib import Path

from app.content.print_ready import FORMATS
from app.i18n import LANGUAGES, use
from builder.print_templates import pdf, svg
from builder.print_templates.drawing import drawing_of


def write(site: Path, font: Path) -> None:
    for language in LANGUAGES:
        with use(language):
            for format_ in FORMATS:
                drawn = drawing_of(format_)
                file = site / format_.file(language, "svg")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(svg.render(drawn))
                file.with_suffix(".pdf").write_bytes(pdf.render(drawn, font))
