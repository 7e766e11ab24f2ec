import json
from urllib.parse import urlsplit

import pytest
from PIL import Image

from app.components.head import manifest_path
from app.folders import ROOT
from app.http.media_types import TYPES
from app.i18n import LANGUAGES, Language
from app.routes import match
from builder.publish import public_files
from pwa.manifest import manifest
from tests.support.languages import CZECH, ENGLISH

MADE = {language: json.loads(manifest(language)) for language in LANGUAGES}
SIDES = range(320, 3841)
"""The range of widths and heights that Chrome accepts for screenshots, in pixels."""
RATIO = 2.3
SAME = ("id", "name", "short_name", "scope", "display", "dir", "icons", "theme_color", "background_color", "categories")
TRANSLATED = ("description", "lang", "start_url", "screenshots", "shortcuts")

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


def images(made: dict) -> list[dict]:
    return made["icons"] + made["screenshots"] + [icon for each in made["shortcuts"] for icon in each["icons"]]


@each_language
def test_each_language_has_its_own_manifest(language: Language) -> None:
    assert public_files()[manifest_path(language).lstrip("/")] == manifest(language)
    assert (MADE[language]["lang"], MADE[language]["start_url"]) == (language.tag, language.prefix or "/")


def test_they_are_one_app() -> None:
    czech, english = MADE[CZECH], MADE[ENGLISH]
    assert {*SAME, *TRANSLATED} == czech.keys() == english.keys()
    assert [name for name in SAME if czech[name] != english[name]] == []
    assert [name for name in TRANSLATED if czech[name] == english[name]] == []
    assert (czech["id"], czech["scope"], czech["display"]) == ("/", "/", "standalone")
    assert "\\u" not in manifest(CZECH)


@each_language
def test_pictures_have_the_type_and_size_of_the_manifest(language: Language) -> None:
    for image in images(MADE[language]):
        file = ROOT / "assets" / image["src"].lstrip("/")
        assert file.is_file() and TYPES[file.suffix] == image["type"], image
        if file.suffix != ".svg":
            with Image.open(file) as picture:
                assert picture.get_format_mimetype() == image["type"]
                assert "x".join(map(str, picture.size)) == image["sizes"], image


@each_language
def test_there_are_icons_for_every_launcher(language: Language) -> None:
    for purpose in ("any", "maskable"):
        sizes = [icon["sizes"] for icon in MADE[language]["icons"] if icon["purpose"] == purpose]
        assert sizes == ["any", "192x192", "512x512"]


@each_language
def test_screenshots_are_within_chrome_s_rules(language: Language) -> None:
    shown = MADE[language]["screenshots"]
    assert {each["form_factor"] for each in shown} == ({"narrow", "wide"} if language.complete else set())
    for each in shown:
        width, height = map(int, each["sizes"].split("x"))
        assert width in SIDES and height in SIDES and max(width, height) <= RATIO * min(width, height)
        assert each["label"] and (width < height) == (each["form_factor"] == "narrow")


@each_language
def test_shortcuts_lead_to_pages_of_the_language(language: Language) -> None:
    found = [match(urlsplit(each["url"]).path) for each in MADE[language]["shortcuts"]]
    assert [(one.place.route.name, one.place.language) for one in found if one and one.valid] == [
        (name, language) for name in ("portfolio", "vouchers", "bam", "contact")
    ]
    assert all(each["name"] and each["description"] for each in MADE[language]["shortcuts"])


def test_pictures_are_small() -> None:
    sizes = {
        image["src"]: (ROOT / "assets" / image["src"].lstrip("/")).stat().st_size
        for made in MADE.values()
        for image in images(made)
    }
    assert {src: size for src, size in sizes.items() if size > (60_000 if "icons" in src else 150_000)} == {}
