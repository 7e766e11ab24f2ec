"""docs/components.md is up to date. `tools.components` reports missing docstrings, examples and pictures."""

import pytest

from app.components import html as h
from app.components.layout import band
from app.i18n import use
from tests.support.languages import BOTH
from tools.components import __main__ as command
from tools.components import pictures, reference
from tools.components.reference import FACELESS, IncompleteError, modules

COMPONENTS = {component.name: component for module in modules() for component in module.components}
MAX_BYTES_OF_ALL = 1_500_000


def test_the_reference_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["check"]) == 0, capsys.readouterr().err


def test_pictures_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in command.PICTURES.iterdir()}
    assert {name for name, size in sizes.items() if size > pictures.MAX_BYTES} == set()
    assert sum(sizes.values()) < MAX_BYTES_OF_ALL


@pytest.mark.parametrize("name", COMPONENTS)
def test_examples_work_and_are_complete(name: str) -> None:
    for language in BOTH:
        with use(language):
            shown = reference._examples()[name]()
            h.div(shown).render()  # pyright: ignore[reportArgumentType]
    names: dict[str, object] = {}
    exec(COMPONENTS[name].example, names)
    assert name in names


def test_an_example_of_no_component_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    known = reference._examples()
    monkeypatch.setattr(reference, "_examples", lambda: {**known, "bnd": band})
    with pytest.raises(IncompleteError, match="There is no such component: bnd"):
        reference.text()


def test_what_is_missing_is_reported(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(command, "PAGE", tmp_path / "components.md")
    monkeypatch.setattr(command, "PICTURES", tmp_path)
    expected = COMPONENTS.keys() - FACELESS
    for name in [*(expected - {"band"}), "bnd"]:
        (tmp_path / f"{name}.webp").touch()
    assert command.main(["check"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "docs/components/band.webp is missing: run `make components ONLY=band`.",
        "docs/components/bnd.webp shows no component: delete it.",
        "docs/components.md is out of date: run `.venv/bin/python -m tools.components text`.",
    ]


def test_only_pictures_of_components_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "take", lambda *_: pytest.fail("took pictures"))
    with pytest.raises(SystemExit, match="There is no picture of bnd, worker"):
        command.main(["band,bnd,worker"])
