"""What is done in a process of its own: each function imports the project as it is then."""

import shutil


def make_all() -> None:
    """Makes every page and what they share.

    Raises:
        Exception: a page cannot be made.
    """
    from pwa.seam import development, workspace

    workspace.renew_modules()
    development.make_all()


def renew(modules: set[str]) -> None:
    """Makes anew the pages that these modules concern."""
    from pwa.hot_reload import pages

    pages.renew(modules)


def encode_pictures() -> None:
    """Encodes what is missing, for Next to serve."""
    from app.settings import WEB
    from pwa.build.pictures import ENCODED, encode_all

    for name in encode_all():
        shutil.copyfile(ENCODED / name, WEB / "public" / "pictures" / name)
