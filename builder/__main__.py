"""`python -m builder`: builds the site if something has changed."""

import shutil
import sys
from contextlib import ExitStack

from app.folders import WEB
from app.i18n.catalogs import check as catalogs
from app.i18n.catalogs.po import PoError
from app.settings import SettingsError, load
from builder import dependencies, pictures
from builder.build_lock import alone, check
from builder.inputs import DIST, fingerprint, is_built
from builder.missing_icons import NOTICES, can_be_replaced, notices
from builder.steps import BuildError, started, step
from pwa.seam import workspace
from pwa.seam.generated_code import GeneratorChangedError

MADE = (workspace.PUBLISHED, workspace.BACKEND, workspace.EXPORTED, *workspace.MIRRORED)
"""Folders in `.web` that are emptied before a build, so that no deleted file is left."""


def main() -> int:
    """Builds if something has changed; the exit code."""
    try:
        settings = load()
        with alone():
            if is_built(settings) and not can_be_replaced(DIST, settings):
                print("The site is built and up to date.")
            else:
                build(fingerprint(settings))
        for line in (*notices(DIST), *catalogs.counts()):
            print(line)
    except (BuildError, GeneratorChangedError, PoError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    return 0


def build(inputs: str) -> None:
    """Builds a release and stamps it with the fingerprint of its inputs.

    Raises:
        BuildError: a step failed, or `make dev` is running.
    """
    check()
    fonts = dependencies.prepare()
    environment = workspace.environment()
    pages = (sys.executable, "-m", "builder.pages", str(NOTICES))
    with pictures.encoding() as encoded, ExitStack() as programs:
        with step("Pages"):
            for made in MADE:
                shutil.rmtree(WEB / made, ignore_errors=True)
            for left in (NOTICES, WEB / workspace.SKIP_COMPILE):
                left.unlink(missing_ok=True)
            making = programs.enter_context(started(*pages, log="pages.log", environment=environment))
            # One after the other while Reflex works: together they would take a core from it.
            from builder import assemble

            exporting = programs.enter_context(
                started(*workspace.NEXT, log="next.log", environment=environment, folder=WEB)
            )
            assemble.begin(fonts)
            making.finish()
        with step("HTML and JavaScript"):
            exporting.tell(workspace.BUILD)
            exporting.finish()
        with step("Pictures"):
            names = encoded()
    with step("Compressing"):
        assemble.finish(inputs, names)


if __name__ == "__main__":
    sys.exit(main())
