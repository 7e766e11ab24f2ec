"""`python -m builder`: builds the site if something has changed."""

import shutil
import sys
from contextlib import ExitStack

from app.folders import WEB
from app.http import releases
from app.i18n.catalog_file import PoError
from app.i18n.catalogs import check as catalogs
from app.settings import SettingsError, load
from builder import dependencies, failed_pages, pictures
from builder.build_lock import build_lock, check_not_developing
from builder.inputs import DIST, fingerprint, is_built
from builder.missing_icons import NOTICES, fetch_any, notices
from builder.steps import BuildError, started, step
from pwa.seam import workspace
from pwa.seam.generated_code import GeneratorChangedError

GENERATED = (workspace.PUBLISHED, workspace.BACKEND, workspace.EXPORTED, *workspace.MIRRORED)


def main() -> int:
    try:
        settings = load()
        unfinished = catalogs.counts()
        with build_lock():
            if is_built(settings) and not fetch_any(DIST, settings):
                print("The site is built and up to date.")
            else:
                releases.publish(build(fingerprint(settings)))
        for line in (*notices(DIST), *unfinished):
            print(line)
    except (BuildError, GeneratorChangedError, PoError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    return 0


def build(inputs: str) -> str:
    """Builds a release and stores the fingerprint `inputs` in it. Returns the build ID.

    Raises:
        BuildError: a step failed, or `make dev` is running.
    """
    check_not_developing()
    fonts = dependencies.prepare()
    pages = (sys.executable, "-m", "builder.pages", str(NOTICES))
    with pictures.encoding() as encoded, ExitStack() as programs:
        with step("Pages"):
            for folder in GENERATED:
                shutil.rmtree(WEB / folder, ignore_errors=True)
            for file in (NOTICES, failed_pages.ERRORS, WEB / workspace.SKIP_COMPILE):
                file.unlink(missing_ok=True)
            reflex = programs.enter_context(started(*pages, log="pages.log"))
            # imported before Next starts, because Next uses all cores
            from builder import assemble

            next_build = programs.enter_context(started(*workspace.NEXT, log="next.log", folder=WEB))
            failed_pages.replace_broken()
            assemble.start(fonts)
            reflex.finish()
        with step("HTML and JavaScript"):
            next_build.send(workspace.BUILD)
            failed_pages.finish(next_build)
        with step("Pictures"):
            names = encoded()
    with step("Compressing"):
        return assemble.finish(inputs, names)


if __name__ == "__main__":
    sys.exit(main())
