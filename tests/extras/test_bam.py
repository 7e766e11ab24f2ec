import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from app.content.studio import STUDIO
from app.extras.bam import FIRST, LOOKS, bam
from app.i18n import use
from tests.support.javascript import Browser
from tests.support.languages import ENGLISH
from tests.support.rendered import rendered

SEEDS = [FIRST, "000000", "ffffff"] + [f"{n * 2654435761 % 0x1000000:06x}" for n in range(1, 200)]
HASHES = {"#a1b2c3": "a1b2c3", "A1B2C3": "a1b2c3"} | dict.fromkeys(("", "#", "#a1b2c", "#a1b2c3d", "#zzzzzz"))
TAKES = {"m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "q": 4, "a": 7, "z": 0}
"""The number of values after each command of an SVG path."""


def _is_path(data: str) -> bool:
    commands = re.findall(r"([a-zA-Z])([^a-zA-Z]*)", data)
    counts = [(TAKES[command.lower()], len(re.findall(r"-?\d*\.?\d+", given))) for command, given in commands]
    return data[:1] == "M" and all(given == takes or (takes and given and not given % takes) for takes, given in counts)


def evaluated(javascript: Browser, expression: str) -> Any:
    module = 'const { asFile, poster, seedOf } = await import("$/app/extras/bam/poster.js");'
    return javascript.run(f"{module} return {expression};")


@pytest.fixture(scope="module")
def posters(javascript: Browser) -> list[dict[str, str]]:
    return evaluated(javascript, f"{json.dumps(SEEDS)}.map(poster)")


def test_a_seed_prints_the_same_poster_again(javascript: Browser, posters: list[dict[str, str]]) -> None:
    assert evaluated(javascript, f"{json.dumps(SEEDS[:20])}.map(poster)") == posters[:20]


def test_other_seeds_print_other_posters(posters: list[dict[str, str]]) -> None:
    assert len({poster["svg"].split("</title>")[1] for poster in posters}) == len(SEEDS)
    words = {"BAM!", "BUM!", "PRÁSK!", STUDIO.short_name.upper()}
    assert {poster["word"] for poster in posters} == words, "change NAME in app/extras/bam/poster.js"


def test_every_poster_is_sound_and_needs_nothing_from_elsewhere(posters: list[dict[str, str]]) -> None:
    for seed, poster in zip(SEEDS, posters, strict=True):
        root = ElementTree.fromstring(poster["svg"])
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.get("viewBox") == "0 0 500 700"
        assert root.findtext("{*}title") == f"{poster['word']} {seed}"
        assert not [word for word in ("NaN", "undefined", "Infinity", "href", "url(") if word in poster["svg"]]
        assert all(_is_path(path.get("d", "")) for path in root.iterfind(".//{*}path"))
        assert len(poster["svg"]) < 60_000


def test_the_inks_mix_in_the_file_as_they_do_in_the_page(javascript: Browser) -> None:
    shown, saved = evaluated(javascript, f"[poster('{FIRST}').svg, asFile(poster('{FIRST}').svg)]")
    assert "style" not in shown and 'class="ink"' in shown
    file = ElementTree.fromstring(saved)
    assert file.findtext("{*}style") == ":root{isolation:isolate}.ink{mix-blend-mode:multiply}"


def test_only_six_hex_digits_are_a_seed(javascript: Browser) -> None:
    found = evaluated(javascript, f"{json.dumps(list(HASHES))}.map((hash) => seedOf(hash) ?? null)")
    assert found == list(HASHES.values())


def test_without_javascript_a_sentence_replaces_the_buttons() -> None:
    with use(ENGLISH):
        [shown] = [text for text in rendered(bam()).all("p") if "noscript:block" in text["className"]]
    assert "JavaScript" in shown.text and "hidden" in shown["className"].split()
    assert "noscript:hidden" in LOOKS["idle"]
