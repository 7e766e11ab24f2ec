import json
from pathlib import Path

import pytest

from app.folders import ROOT
from tests.tools.linting import violated_rules
from tools import lint

pytestmark = pytest.mark.mostly_nightly

GALLERY = "app/extras/gallery/another.js"
LINK = "app/components/link/another.js"

FOUND = {
    "a storage": (LINK, "localStorage.getItem('a');"),
    "a storage of the window": (LINK, "window.sessionStorage.clear();"),
    "cookies": (LINK, "document.cookie = 'a=b';"),
    "the history": (LINK, "history.pushState(null, '', '#a');"),
    "the timeline": (LINK, "globalThis.performance.mark('a');"),
    "the caches": (LINK, "caches.match('/');"),
    "the connection": (LINK, "const isOffline = !navigator.onLine;"),
    "a listener of the window": (GALLERY, "addEventListener('load', look);"),
    "a listener of an element": (GALLERY, "row.addEventListener('click', turn);"),
    "a timer": (GALLERY, "setTimeout(look, 10);"),
    "a promise": (GALLERY, "load().then(show);"),
    "a frame": (GALLERY, "requestAnimationFrame(() => draw());"),
    "a callback of an observer": (GALLERY, "new ResizeObserver(() => fit());"),
    "an effect": (GALLERY, "import { useEffect } from 'react';"),
    "a handler of React's": (GALLERY, "export const Button = () => <button onClick={() => press()} />;"),
    "a text": (LINK, "export const Note = () => <p>Dobrý den</p>;"),
    "a text of an extra": (GALLERY, "export const Note = () => <p>Dobrý den</p>;"),
    "an attribute that is read aloud": (LINK, "export const Note = () => <img alt='A press' src='a.png' />;"),
    "a handler of an image": (GALLERY, "image.onerror = () => another();"),
}
ACCEPTED = {
    "a guarded handler": (GALLERY, "export const Button = ({ guard }) => <button onClick={guard(press)} />;"),
    "a handler that was given": (GALLERY, "export const Button = ({ onClose }) => <button onClick={onClose} />;"),
    "a guarded frame": (GALLERY, "requestAnimationFrame(guard(draw));"),
    "a label": (GALLERY, "export const Note = ({ labels }) => <p title={labels.more}>{labels.note} · →</p>;"),
    "a handler that is taken off": (GALLERY, "image.onerror = null;"),
    "a listener of an extra": (GALLERY, "listen(window, 'load', look);"),
    "a guarded module": ("app/browser/another.js", "localStorage.getItem('a');"),
    "the application's own listeners": (LINK, "addEventListener('load', look);"),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return violated_rules(tmp_path_factory.mktemp("linted"), {**FOUND, **ACCEPTED})


@pytest.mark.parametrize("name", FOUND)
def test_bad_code_is_found(found: dict[str, list[str]], name: str) -> None:
    assert len(found[name]) == 1


@pytest.mark.parametrize("name", ACCEPTED)
def test_good_code_is_accepted(found: dict[str, list[str]], name: str) -> None:
    assert found[name] == []


@pytest.mark.main
def test_every_script_is_checked_for_types() -> None:
    listed = [
        json.loads(lint.run(*lint.TYPESCRIPT, project, "--showConfig", capture=True).stdout)["files"]
        for project in lint.PROJECTS
    ]
    checked = {(ROOT / "tools" / file).resolve() for files in listed for file in files}
    scripts = {
        file for folder in lint.FOLDERS for suffix in ("js", "mjs") for file in (ROOT / folder).rglob(f"*.{suffix}")
    }
    assert scripts and scripts <= checked


@pytest.mark.main
@pytest.mark.parametrize("name", ["a.js", "a.mjs", "a.py", "a.d.ts"])
def test_a_long_line_is_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / name).write_text(f"{'á' * 120}\n# {'a' * 119}\n")
    assert list(lint.long_lines(tmp_path)) == [f"app/{name}:2: 121 columns, over 120"]
