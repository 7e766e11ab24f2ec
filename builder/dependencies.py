"""Installs the JavaScript packages in `.web` and creates the fonts."""

import subprocess

from builder import fonts
from builder.steps import BuildError, step
from pwa.seam import workspace


def prepare() -> tuple[fonts.Font, ...]:
    """Installs missing packages and creates missing fonts. Returns the fonts.

    Raises:
        BuildError: the JavaScript packages could not be installed.
    """
    with step("JavaScript packages"):
        try:
            workspace.prepare()
        except subprocess.CalledProcessError as error:
            raise BuildError(f"{error.stderr}\nThe JavaScript packages could not be installed.") from error
    with step("Fonts"):
        return fonts.make()
