"""The script of pages with state is in their HTML only."""

from pathlib import Path

import pytest

from builder import first_acts
from builder.steps import BuildError

START = '<script src="/_next/static/42/start.js" defer="" data-application=""></script>'
SCRIPT = '<script src="/_next/static/42/first_acts.js" defer=""></script>'


def test_pages_with_state_have_the_script(tmp_path: Path) -> None:
    pages = {"about.html": f"<p>{START}", "en/counter.html": f'<div data-connection="">{START}'}
    for name, html in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(html)
    first_acts.add_script(tmp_path, "42")
    assert (tmp_path / "about.html").read_text() == pages["about.html"]
    assert (tmp_path / "en/counter.html").read_text() == f'<div data-connection="">{SCRIPT}{START}'


def test_another_start_script_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "counter.html").write_text('<div data-connection="load"></div>')
    with pytest.raises(BuildError, match=r"counter\.html"):
        first_acts.add_script(tmp_path, "42")
