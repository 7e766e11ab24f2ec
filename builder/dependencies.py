"""What Reflex and Next need before they run: `.web` with the JavaScript packages, and the fonts."""

import subprocess

from builder import fonts
from builder.steps import BuildError, step
from pwa.seam import workspace


def prepare() -> tuple[fonts.Font, ...]:
    """Makes what is missing, with a line of progress for each kind; the finished fonts.

    Raises:
        BuildError: the JavaScript packages could not be installed.
    """
    with step("JavaScript packages"):
        _prepare_workspace()
    with step("Fonts"):
        return fonts.make()


def _prepare_workspace() -> None:
    try:
        workspace.prepare()
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{error.stderr}\nThe JavaScript packages could not be installed.") from error
