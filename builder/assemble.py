"""Assembles a release from fonts, pictures and Next's export, and compresses and indexes it."""

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.folders import WEB
from app.http import releases
from app.i18n import LANGUAGES
from app.pages import offline
from app.pages.error import error_route
from builder import precache, print_templates, share, sheets, structured_data
from builder.fonts import Font
from builder.index import write_index
from builder.inputs import STAMP
from builder.links import link
from builder.missing_icons import NOTICES
from builder.pictures import ENCODED
from builder.steps import BuildError
from pwa.seam import workspace
from pwa.seam.workspace import BACKEND, PUBLISHED, backend_marker

EXPORTED = WEB / workspace.EXPORTED
NOT_SERVED = ("404.html", "pictures", "*.map")
"""Parts of Next's export that are not served: its own error page, the masters of pictures that Reflex copies with
`assets/`, and source maps."""
MAPS = "maps"
"""The folder of source maps in a release, each under the path of its script, for uploading to Sentry."""


def begin(faces: Sequence[Font]) -> None:
    """Lays out a release with what comes neither from Reflex nor from Next, which may be at work."""
    fresh = releases.FRESH
    site = fresh / "site"
    shutil.rmtree(fresh, ignore_errors=True)
    site.mkdir(parents=True)
    _lay((font.file for font in faces), site / "fonts")
    print_templates.write(site, font=faces[0].file)
    _lay((ENCODED / name for name in share.make_all(ENCODED)), site / "pictures")


def finish(inputs: str, pictures: Iterable[str]) -> None:
    """Makes the new build the current release: with the encoded pictures of these names, with what Reflex has written
    and Next has exported, indexed, and stamped with the fingerprint of its inputs.

    Raises:
        BuildError: Next did not leave the expected files.
        GeneratorChangedError: Reflex did not.
    """
    fresh = releases.FRESH
    site = fresh / "site"
    _lay((ENCODED / name for name in pictures), site / "pictures")
    _lay_backend_aside(fresh / BACKEND)
    shutil.copytree(WEB / PUBLISHED, site, dirs_exist_ok=True)
    shutil.copytree(EXPORTED, site, ignore=shutil.ignore_patterns(*NOT_SERVED), dirs_exist_ok=True)
    _lay_maps_aside(fresh / MAPS)
    _take_error_pages(site)
    _finish_offline_pages(site)
    sheets.split(site)
    structured_data.write(site)
    build_id = _build_id(site)
    precache.finish(site, build_id)
    write_index(site, build_id)
    if NOTICES.exists():
        shutil.copyfile(NOTICES, fresh / NOTICES.name)
    (fresh / STAMP).write_text(inputs)
    releases.publish(build_id)


def without_scripts(html: str) -> str:
    """An exported page as HTML and CSS only: without scripts, hydration data and preloads of scripts."""
    html = re.sub(r"<script\b[^>]*>.*?</script>", "", html, flags=re.DOTALL)
    return re.sub(r'<link rel="preload"[^>]* as="script"[^>]*/?>', "", html)


def _lay(files: Iterable[Path], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for file in files:
        link(file, folder / file.name)


def _lay_maps_aside(target: Path) -> None:
    for file in EXPORTED.glob("_next/static/chunks/**/*.js.map"):
        place = target / file.relative_to(EXPORTED)
        place.parent.mkdir(parents=True, exist_ok=True)
        described = json.loads(file.read_text())
        described["sources"] = [_source(name) for name in described["sources"]]
        place.write_text(json.dumps(described, ensure_ascii=False, separators=(",", ":")))


def _source(name: str) -> str:
    """A source's name in a map, without what depends on this folder's path: the path, `../`, hashes of paths."""
    return re.sub(r"(?<=^webpack://_N_E/)(\.\./)+|\?[0-9a-f]{4}$", "", name.replace(str(WEB), "."))


def _lay_backend_aside(target: Path) -> None:
    marker = backend_marker()
    target.mkdir()
    shutil.copyfile(marker, target / marker.name)


def _take_error_pages(site: Path) -> None:
    """Moves the error pages to `errors/<language>.html`, where the server expects them, without scripts."""
    (site / "errors").mkdir()
    for language in LANGUAGES:
        page = site / f"{error_route(language)}.html".lstrip("/")
        (site / "errors" / f"{language.code}.html").write_text(without_scripts(page.read_text()))
        page.unlink()


def _finish_offline_pages(site: Path) -> None:
    """Replaces Next's scripts in the offline pages by their own."""
    (site / offline.SCRIPT.lstrip("/")).write_text(offline.offline_script())
    for language in LANGUAGES:
        page = site / f"{offline.offline_route(language)}.html".lstrip("/")
        script = f'<script src="{offline.SCRIPT}" defer=""></script>'
        page.write_text(without_scripts(page.read_text()).replace("</head>", f"{script}</head>"))


def _build_id(site: Path) -> str:
    manifests = list(site.glob("_next/static/*/_buildManifest.js"))
    if len(manifests) != 1:
        raise BuildError(f"Next wrote {len(manifests)} build manifests where one was expected.")
    return manifests[0].parent.name
