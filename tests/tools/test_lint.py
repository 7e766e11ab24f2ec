"""What the check of the site's JavaScript finds, and what it lets be."""

import json
from pathlib import Path

import pytest

from tools import lint

GALLERY = "app/extras/gallery/another.js"
LINK = "app/components/link/another.js"

FOUND = {
    "a storage": (LINK, "localStorage.getItem('a');"),
    "a storage of the window": (LINK, "window.sessionStorage.clear();"),
    "cookies": (LINK, "document.cookie = 'a=b';"),
    "a media query": (LINK, "if (matchMedia('print').matches) stop();"),
    "an observer": (LINK, "new IntersectionObserver(() => {});"),
    "the history": (LINK, "history.pushState(null, '', '#a');"),
    "the timeline": (LINK, "globalThis.performance.mark('a');"),
    "the caches": (LINK, "caches.match('/');"),
    "the connection": (LINK, "const slow = navigator.connection.saveData;"),
    "a listener of the window": (GALLERY, "addEventListener('load', look);"),
    "a listener of an element": (GALLERY, "row.addEventListener('click', turn);"),
    "a timer": (GALLERY, "setTimeout(look, 10);"),
    "a promise": (GALLERY, "load().then(show);"),
    "a frame": (GALLERY, "requestAnimationFrame(() => draw());"),
    "what an observer calls": (GALLERY, "import { sizes } from '$/app/browser/observers.js'; sizes(() => fit());"),
    "an effect": (GALLERY, "import { useEffect } from 'react';"),
    "a handler of React's": (GALLERY, "export const Button = () => <button onClick={() => press()} />;"),
    "a handler of an image": (GALLERY, "image.onerror = () => another();"),
}
LET_BE = {
    "a guarded handler": (GALLERY, "export const Button = ({ guard }) => <button onClick={guard(press)} />;"),
    "a handler that was given": (GALLERY, "export const Button = ({ onClose }) => <button onClick={onClose} />;"),
    "a guarded frame": (GALLERY, "requestAnimationFrame(guard(draw));"),
    "a handler that is taken off": (GALLERY, "image.onerror = null;"),
    "a listener of an extra": (GALLERY, "listen(window, 'load', look);"),
    "a guarded module": ("app/browser/another.js", "localStorage.getItem('a'); matchMedia('print');"),
    "the application's own listeners": (LINK, "addEventListener('load', look);"),
}
ALL = {**FOUND, **LET_BE}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """How many faults were found in each case; one run of ESLint for all."""
    folder = tmp_path_factory.mktemp("linted")
    files = {
        name: folder / file.replace("another", str(number)) for number, (name, (file, _)) in enumerate(ALL.items())
    }
    for name, file in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(ALL[name][1])
    ran = lint.check(["--format", "json", "."], folder, capture_output=True)
    results = {Path(each["filePath"]): each["messages"] for each in json.loads(ran.stdout)}
    return {name: len(results[file.resolve()]) for name, file in files.items()}


@pytest.mark.parametrize("name", FOUND)
def test_is_found(found: dict[str, int], name: str) -> None:
    assert found[name] == 1


@pytest.mark.parametrize("name", LET_BE)
def test_is_let_be(found: dict[str, int], name: str) -> None:
    assert found[name] == 0
