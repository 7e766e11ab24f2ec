"""Creates a release from fonts, pictures and Next's output."""

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.folders import ROOT, WEB, is_stray
from app.http import releases
from app.http.filled_page import without_scripts
from app.i18n import LANGUAGES
from app.pages import offline
from app.pages.error import error_route
from app.settings import settings
from builder import (
    downloads,
    first_pictures,
    home_language,
    precache,
    registrations,
    sbom,
    share,
    start_script,
    structured_data,
    typefaces,
)
from builder.fonts import Font
from builder.index import delete_unused, page_file, write_index
from builder.inputs import STAMP
from builder.links import link
from builder.missing_icons import NOTICES
from builder.pictures import ENCODED
from builder.steps import BuildError
from pwa.seam import workspace

EXPORTED = WEB / workspace.EXPORTED
NOT_SERVED = ("404.html", "*.map")
ASSETS = ROOT / "assets"
MAPS = "maps"
"""The folder with source maps for Sentry."""


def start(faces: Sequence[Font]) -> None:
    """Writes the files of the release that need neither Reflex nor Next."""
    release = releases.FRESH
    site = release / "site"
    shutil.rmtree(release, ignore_errors=True)
    site.mkdir(parents=True)
    _link_into((font.file for font in faces), site / "fonts")
    downloads.write(site, faces)
    typefaces.write(release, faces)
    _link_into((ENCODED / name for name in share.render_all(ENCODED)), site / "pictures")


def finish(inputs: str, pictures: Iterable[str]) -> str:
    """Adds the output of Next and Reflex to the release and compresses the files. Returns the build ID.

    Raises:
        BuildError: Next did not write the expected files, or a file in `assets/` cannot be published.
        GeneratorChangedError: Reflex did not write the expected files.
    """
    release = releases.FRESH
    site = release / "site"
    _link_into((ENCODED / name for name in pictures), site / "pictures")
    workspace.copy_backend_marker(release / workspace.BACKEND)
    shutil.copytree(WEB / workspace.PUBLISHED, site, dirs_exist_ok=True)
    shutil.copytree(EXPORTED, site, ignore=shutil.ignore_patterns(*NOT_SERVED), dirs_exist_ok=True)
    _move_maps(release / MAPS)
    _move_error_pages(site)
    _finish_offline_pages(site)
    structured_data.write(site)
    build_id = _build_id(site)
    start_script.write(site, build_id)
    first_pictures.write(site, build_id)
    if settings().is_static:
        home_language.add_script(site)
    own = _copy_assets(site)
    precache.finish(site, build_id)
    registrations.check(site)
    write_index(site, build_id, own)
    delete_unused()
    if NOTICES.exists():
        shutil.copyfile(NOTICES, release / NOTICES.name)
    (release / sbom.FILE).write_text(sbom.document(build_id))
    (release / STAMP).write_text(inputs)
    return build_id


def _link_into(files: Iterable[Path], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for file in files:
        link(file, folder / file.name)


def _copy_assets(site: Path) -> set[Path]:
    """Copies `assets/` without the original pictures. Returns the copies.

    Raises:
        BuildError: the build writes a file with the same path, or an HTML file is not encoded in UTF-8.
    """
    copies: set[Path] = set()

    def copy(source: str, target: str) -> None:
        name = Path(source).relative_to(ASSETS)
        file = Path(target)
        if file.exists() or file == site / precache.SERVED:
            raise BuildError(f"assets/{name} has the name of a file that the build writes: rename it.")
        shutil.copyfile(source, target)
        if file.suffix == ".html":
            try:
                file.read_text("utf-8")
            except UnicodeDecodeError:
                raise BuildError(f"assets/{name} is not encoded in UTF-8: save it in UTF-8.") from None
        copies.add(file)

    def unpublished(folder: str, names: list[str]) -> list[str]:
        """Returns names to skip: original pictures, stray files, and dangling symlinks, which some editors create."""
        files = {name: Path(folder, name) for name in names}
        return [
            name for name, file in files.items() if file == ASSETS / "pictures" or is_stray(file) or not file.exists()
        ]

    shutil.copytree(ASSETS, site, ignore=unpublished, copy_function=copy, dirs_exist_ok=True)
    return copies


def _move_maps(target: Path) -> None:
    for file in EXPORTED.glob("_next/static/chunks/**/*.js.map"):
        copy = target / file.relative_to(EXPORTED)
        copy.parent.mkdir(parents=True, exist_ok=True)
        source_map = json.loads(file.read_text())
        source_map["sources"] = [_source(name) for name in source_map["sources"]]
        copy.write_text(json.dumps(source_map, ensure_ascii=False, separators=(",", ":")))


def _source(name: str) -> str:
    """Removes the parts of a source's path that depend on the build folder. Source maps contain these paths."""
    return re.sub(r"(?<=^webpack://_N_E/)(\.\./)+|\?[0-9a-f]{4}$", "", name.replace(str(WEB), "."))


def _move_error_pages(site: Path) -> None:
    (site / "errors").mkdir()
    for language in LANGUAGES:
        page = site / page_file(error_route(language))
        (site / "errors" / f"{language.code}.html").write_text(without_scripts(page.read_text()))
        page.unlink()


def _finish_offline_pages(site: Path) -> None:
    (site / offline.SCRIPT.lstrip("/")).write_text(offline.offline_script())
    for language in LANGUAGES:
        page = site / page_file(offline.offline_route(language))
        script = f'<script src="{offline.SCRIPT}" defer=""></script>'
        page.write_text(without_scripts(page.read_text()).replace("</head>", f"{script}</head>"))


def _build_id(site: Path) -> str:
    manifests = list(site.glob("_next/static/*/_buildManifest.js"))
    if len(manifests) != 1:
        raise BuildError(f"Next wrote {len(manifests)} build manifests where one was expected.")
    return manifests[0].parent.name
