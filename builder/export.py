"""`python -m builder.export FOLDER`: builds the site for a static host and writes it into `FOLDER`."""

import argparse
import os
import shutil
import sys
from pathlib import Path

from app.content.destination import destination
from app.folders import ROOT
from app.http import releases
from app.http.export import Export
from app.i18n.catalog_file import PoError
from app.settings import SettingsError, load
from builder import static_host
from builder.__main__ import build
from builder.build_lock import build_lock
from builder.inputs import fingerprint
from builder.steps import BuildError
from pwa.seam.generated_code import GeneratorChangedError

REPOSITORY = ".git"
"""Git's folder, or a file in worktrees. Exports preserve it, because some hosts publish from a Git repository."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m builder.export", description=__doc__)
    parser.add_argument("folder", nargs="?", default="export", help="an empty folder, or an earlier export")
    target = ROOT / Path(parser.parse_args(arguments).folder).expanduser()
    os.environ["HOSTING"] = "static"  # the build's child processes inherit this variable
    try:
        settings = load()
        _check_target(target)
        with build_lock():
            build(fingerprint(settings))
            _clear(target)
            static_host.write(settings, Export.load(releases.FRESH / "site"), target)
            shutil.rmtree(releases.FRESH)
    except (BuildError, GeneratorChangedError, PoError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    for warning in static_host.warnings(target):
        print(f"Warning: {warning}", file=sys.stderr)
    print(f"The site for {settings.site_url} is in {target}. Inquiries go to {destination(settings)}")
    return 0


def _check_target(target: Path) -> None:
    found = {entry.name for entry in target.iterdir()} - {REPOSITORY} if target.is_dir() else set()
    if found and static_host.HEADERS not in found:
        raise BuildError(f"{target} has other files: name an empty folder, or an earlier export.")


def _clear(target: Path) -> None:
    for entry in target.iterdir() if target.is_dir() else ():
        if entry.name == REPOSITORY:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


if __name__ == "__main__":
    sys.exit(main())
