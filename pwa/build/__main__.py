"""`python -m pwa.build`: builds the site if something has changed."""

import shutil
import subprocess
import sys

from app.components.icon import collection as icons
from app.settings import WEB, SettingsError, load
from pwa.build import fonts
from pwa.build.assemble import assemble
from pwa.build.inputs import DIST, fingerprint, is_built
from pwa.build.pictures import encode_all
from pwa.build.placeholders import NOTICES, can_be_replaced, placeholders
from pwa.build.steps import BuildError, run, step
from pwa.seam import workspace
from pwa.seam.generated_code import GeneratorChangedError
from pwa.seam.plugin import MIRRORED, PUBLISHED

MADE = (PUBLISHED, workspace.BACKEND, *MIRRORED)
"""Folders in `.web` that are emptied before a build, so that no deleted file is left."""


def main() -> int:
    """Builds if something has changed; the exit code."""
    try:
        settings = load()
        if is_built(settings) and not can_be_replaced(DIST, settings):
            print("The site is built and up to date.")
        else:
            build(fingerprint(settings))
        for name, reason in placeholders(DIST).items():
            print(f"The icon {name} is a placeholder: {reason}.")
    except (BuildError, GeneratorChangedError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    return 0


def build(inputs: str) -> None:
    """Builds `dist/` and stamps it with the fingerprint of its inputs.

    Raises:
        BuildError: a step failed.
    """
    with step("JavaScript packages"):
        _prepare_workspace()
    with step("Fonts"):
        faces = fonts.make()
    with step("Pictures"):
        pictures = encode_all()
    with step("Pages"):
        for made in MADE:
            shutil.rmtree(WEB / made, ignore_errors=True)
        NOTICES.unlink(missing_ok=True)
        environment = {**workspace.environment(), icons.NOTICES: str(NOTICES)}
        run(sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", environment=environment)
    with step("Compressing"):
        assemble(faces, pictures, inputs)


def _prepare_workspace() -> None:
    try:
        workspace.prepare()
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{error.stderr}\nThe JavaScript packages could not be installed.") from error


if __name__ == "__main__":
    sys.exit(main())
