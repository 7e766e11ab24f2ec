"""docs/components.md is up to date. `tools.components` reports missing docstrings, examples and pictures."""

import random
from io import BytesIO

import pytest
from PIL import Image

from app.components import html as h
from app.components.layout import band
from app.i18n import use
from tests.support.languages import BOTH
from tools.components import __main__ as command
from tools.components import pictures, reference
from tools.components.reference import FACELESS, Component, IncompleteError, modules

COMPONENTS = {component.name: component for module in modules() for component in module.components}
MAX_BYTES_OF_ALL = 1_500_000


def test_the_reference_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["check"]) == 0, capsys.readouterr().err


def test_pictures_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in command.PICTURES.iterdir()}
    assert {name for name, size in sizes.items() if size > pictures.MAX_BYTES} == set()
    assert sum(sizes.values()) < MAX_BYTES_OF_ALL


def test_a_component_has_its_signature_purpose_and_example() -> None:
    assert COMPONENTS["facts"] == Component(
        "facts",
        "app.components.layout",
        "def facts(*rows: tuple[Child, Child]) -> rx.Component",
        "Returns a description list (`<dl>`) of names and values.",
        "from app.components.layout import facts\n"
        "from app.i18n import _\n\n"
        'facts((_("Press"), _("a platen from 1961")), (_("Sheets an hour"), 800))',
    )
    assert COMPONENTS["facts"].picture == "components/facts.webp"
    assert COMPONENTS["worker"].picture is None


def test_helpers_are_no_components() -> None:
    assert len(COMPONENTS) > 60
    assert not {"login", "p", "spread", "_caption"} & set(COMPONENTS)


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


def test_a_picture_is_cut_off_and_compressed() -> None:
    shot = BytesIO()
    Image.frombytes("RGB", (390, 900), random.Random(1).randbytes(390 * 900 * 3)).resize((390, 900)).save(shot, "PNG")
    with pytest.raises(ValueError, match="make MAX_HEIGHT smaller"):
        pictures.encoded(shot.getvalue())
    plain = BytesIO()
    Image.new("RGB", (390, 900)).save(plain, "PNG")
    with Image.open(BytesIO(pictures.encoded(plain.getvalue()))) as picture:
        assert (picture.format, picture.size) == ("WEBP", (390, pictures.MAX_HEIGHT))


def test_sets_of_pictures_name_components() -> None:
    assert COMPONENTS.keys() >= pictures.WIDE | pictures.WHOLE
    assert not pictures.WIDE & FACELESS
