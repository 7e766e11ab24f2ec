"""The build: `python -m pwa.build` makes `dist/` from the sources, or says that it is up to date.

    packages -> fonts -> pictures -> Reflex and Next -> what is served, compressed and indexed

`dist/` is replaced as a whole at the end, so a build that fails leaves the one before it in place.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from reflex import constants

from app.components.icon import collection as icons
from app.components.picture import DERIVED
from app.components.pictures import MASTERS, Derived, derive
from app.i18n import LANGUAGES
from app.layouts import offline
from app.layouts.error import error_route
from app.server.export import write_index
from app.settings import Settings, SettingsError, load
from pwa import fonts, precache, workspace
from pwa.plugin import PUBLISHED
from pwa.workspace import ROOT, WEB

DIST = ROOT / "dist"
LOG = WEB / "build.log"
STAMP = "inputs.sha256"
NOTICES = WEB / "icons.notices"
"""What the pages of this build have placeholders for; kept in `dist/` as well (see `app.components.icon`)."""
SOURCES = ("app", "assets", "locales", "pwa", "rxconfig.py", "requirements.txt", ".npmrc")
RETURN = "\r" if sys.stdout.isatty() else ""
IRRELEVANT = {"__pycache__", "photographs"}
"""Folders among the sources that the built site does not depend on; the masters are committed, not their generator's
output."""
NOT_SERVED = ("404.html", "pictures", "*.map")
"""What Next exports and nobody is to get: its own error page, the masters that Reflex copies with `assets/`, and source
maps."""
MAPS = "maps"
"""Where the source maps are laid beside what is served, each under the path of its script, for Sentry to read."""
BACKEND = "backend"
"""What Reflex's backend reads when it starts, in `.web` and in `dist`: without it, it evaluates every page."""
BUILD_SETTINGS = ("site_url", "i18n_messages", "i18n_base_url", "icon_provider_url")


class BuildFailed(Exception):
    """A step of the build failed; `str(error)` says which, and shows the end of its output."""


def main() -> int:
    """Builds when something has changed; the exit code of the command."""
    try:
        settings = load()
        inputs = fingerprint(settings)
        if (DIST / STAMP).is_file() and (DIST / STAMP).read_text() == inputs and not _an_icon_has_come(settings):
            print("The site is built and up to date.")
        else:
            build(inputs)
        for name, reason in placeholders().items():
            print(f"The icon {name} is a placeholder: {reason}.")
    except (BuildFailed, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    return 0


def fingerprint(settings: Settings) -> str:
    """A hash of everything that the built site depends on."""
    digest = hashlib.sha256()
    for name in BUILD_SETTINGS:
        digest.update(f"{name}={getattr(settings, name)}\0".encode())
    for file in _sources():
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _sources() -> list[Path]:
    paths = [ROOT / name for name in SOURCES]
    files = [file for path in paths for file in (path.rglob("*") if path.is_dir() else [path])]
    return sorted(file for file in files if file.is_file() and IRRELEVANT.isdisjoint(file.relative_to(ROOT).parts))


def placeholders() -> dict[str, str]:
    """The icons that the built site has placeholders for, each with the reason, a clause."""
    file = DIST / NOTICES.name
    lines = file.read_text().splitlines() if file.is_file() else []
    return dict(sorted(line.split("\t", 1) for line in lines))


def _an_icon_has_come(settings: Settings) -> bool:
    """Asks again for what is a placeholder; whether one of them can be had now."""
    for name in placeholders():
        try:
            icons.obtain(icons.Name.parse(name), settings.icon_provider_url)
        except icons.Missing:
            continue
        return True
    return False


def build(inputs: str) -> None:
    """Makes `dist/` and stamps it with the fingerprint of its inputs.

    Raises:
        BuildFailed: a step failed.
    """
    with step("JavaScript packages"):
        _logged(workspace.prepare)
    with step("Fonts"):
        faces = fonts.make()
    with step("Pictures"):
        pictures = derive_pictures()
    with step("Pages"):
        for made in (PUBLISHED, BACKEND):
            shutil.rmtree(WEB / made, ignore_errors=True)
        NOTICES.unlink(missing_ok=True)
        _run(sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip")
    with step("Compressing"):
        _assemble(faces, pictures, inputs)


@contextmanager
def step(name: str) -> Iterator[None]:
    """A line of progress that counts the seconds while a step runs (on a terminal), and ends with how long it took."""
    start = time.monotonic()
    done = threading.Event()

    def count() -> None:
        while not done.wait(1):
            print(f"{RETURN}  {name} … {time.monotonic() - start:.0f} s", end="", flush=True)

    ticker = threading.Thread(target=count, daemon=True)
    if sys.stdout.isatty():
        ticker.start()
    else:
        print(f"  {name} …", flush=True)
    try:
        yield
    finally:
        done.set()
        if ticker.is_alive():
            ticker.join()
    print(f"{RETURN}  {name}: {time.monotonic() - start:.0f} s   ", flush=True)


def _run(*command: str) -> None:
    LOG.parent.mkdir(exist_ok=True)
    environment = {**workspace.environment(), icons.NOTICES: str(NOTICES)}
    with LOG.open("w") as log:
        result = subprocess.run(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    if result.returncode:
        end = "\n".join(LOG.read_text(errors="replace").splitlines()[-40:])
        raise BuildFailed(
            f"{end}\n\nThe build failed at: {' '.join(command[1:])}\nThe whole output is in {LOG.relative_to(ROOT)}."
        )


def derive_pictures() -> set[str]:
    """Derives every master's formats and widths; the names of the files that belong to this build."""
    names = sorted(master.stem for master in MASTERS.glob("*.jpg"))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return {name for derived in pool.map(_derive, names) for name in derived.files}


def _derive(name: str) -> Derived:
    return derive(name, DERIVED)


def _assemble(faces: Iterable[fonts.Font], pictures: set[str], inputs: str) -> None:
    """Lays what is served into `dist/`, and indexes it."""
    fresh, old = ROOT / "dist.new", ROOT / "dist.old"
    site = fresh / "site"
    for folder in (fresh, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(WEB / "_static", site, ignore=shutil.ignore_patterns(*NOT_SERVED))
    _lay_maps_aside(fresh / MAPS)
    shutil.copytree(WEB / PUBLISHED, site, dirs_exist_ok=True)
    (site / "fonts").mkdir()
    for font in faces:
        shutil.copyfile(font.file, site / "fonts" / font.file.name)
    (site / "pictures").mkdir()
    for name in pictures:
        shutil.copyfile(DERIVED / name, site / "pictures" / name)
    _lay_backend_aside(fresh / BACKEND)
    _take_error_pages(site)
    _finish_offline_pages(site)
    build_id = _build_id(site)
    precache.finish(site, build_id)
    write_index(site, build_id)
    if NOTICES.exists():
        shutil.copyfile(NOTICES, fresh / NOTICES.name)
    (fresh / STAMP).write_text(inputs)
    if DIST.exists():
        DIST.rename(old)
    fresh.rename(DIST)
    shutil.rmtree(old, ignore_errors=True)


def _lay_maps_aside(target: Path) -> None:
    exported = WEB / "_static"
    for file in exported.glob("_next/static/chunks/**/*.js.map"):
        place = target / file.relative_to(exported)
        place.parent.mkdir(parents=True, exist_ok=True)
        described = json.loads(file.read_text())
        described["sources"] = [_source(name) for name in described["sources"]]
        place.write_text(json.dumps(described, ensure_ascii=False, separators=(",", ":")))


def _lay_backend_aside(target: Path) -> None:
    marker = WEB / BACKEND / constants.Dirs.STATEFUL_PAGES
    if not marker.is_file():
        raise BuildFailed(
            f"Reflex used to leave {marker.relative_to(ROOT)} for its backend, and has not: another version of it?"
        )
    target.mkdir()
    shutil.copyfile(marker, target / marker.name)


def _source(name: str) -> str:
    """A source's name in a map, without what depends on where this folder is: paths, ways up, hashes of paths."""
    return re.sub(r"(?<=^webpack://_N_E/)(\.\./)+|\?[0-9a-f]{4}$", "", name.replace(str(WEB), "."))


def _take_error_pages(site: Path) -> None:
    """Puts the error pages where the server looks for them, as `errors/<language>.html` without scripts."""
    (site / "errors").mkdir()
    for language in LANGUAGES:
        page = site / f"{error_route(language)}.html".lstrip("/")
        (site / "errors" / f"{language.code}.html").write_text(without_scripts(page.read_text()))
        page.unlink()


def _finish_offline_pages(site: Path) -> None:
    """Gives the offline pages their own script in place of Next's."""
    shutil.copyfile(offline.SOURCE, site / offline.SCRIPT.lstrip("/"))
    for language in LANGUAGES:
        page = site / f"{offline.offline_route(language)}.html".lstrip("/")
        script = f'<script src="{offline.SCRIPT}" defer=""></script>'
        page.write_text(without_scripts(page.read_text()).replace("</head>", f"{script}</head>"))


def without_scripts(html: str) -> str:
    """An exported page as HTML and CSS alone: no script, no hydration data, no hint to load either."""
    html = re.sub(r"<script\b[^>]*>.*?</script>", "", html, flags=re.DOTALL)
    return re.sub(r'<link rel="preload"[^>]* as="script"[^>]*/?>', "", html)


def _build_id(site: Path) -> str:
    manifests = list(site.glob("_next/static/*/_buildManifest.js"))
    if len(manifests) != 1:
        raise BuildFailed(f"Next wrote {len(manifests)} build manifests where one was expected.")
    return manifests[0].parent.name


def _logged(task) -> None:
    try:
        task()
    except subprocess.CalledProcessError as error:
        raise BuildFailed(f"{error.stderr}\nThe JavaScript packages could not be installed.") from error


if __name__ == "__main__":
    sys.exit(main())
