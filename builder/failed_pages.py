"""Collects errors, so that one build reports the errors of all pages."""

import re
import sys
import traceback
from collections.abc import Iterator, Mapping

from app.folders import ROOT, WEB
from app.seam.brief_errors import MAX_FRAMES, own_lines
from builder.steps import BuildError, Program
from pwa.seam.page_error import PageError

ERRORS = WEB / "page-errors.txt"
REFLEX_NOTE = re.compile("^Happened while evaluating page .*\n", re.MULTILINE)
STAYS = "No release was published."


def message_of(error: Exception) -> str:
    """Returns the error message and the traceback lines from the project's code."""
    if isinstance(error, PageError):
        return str(error)
    sys.tracebacklimit = MAX_FRAMES  # restores tracebacks, which `brief_errors` hides
    if not getattr(error, "__notes__", None):
        error.add_note("\n".join(own_lines(error)))
    return REFLEX_NOTE.sub("", "".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", ""))


def replace_broken() -> None:
    """Replaces broken page modules with modules that raise the same error.

    Raises:
        BuildError: all page modules are broken.
    """
    try:
        from app import broken_modules  # imported here, because broken modules can break this import

        broken_modules.replace_broken()
    except Exception as error:
        raise BuildError(message_of(error)) from None


def write(errors: Mapping[str, Exception]) -> None:
    """Stores each error message once, because most errors occur in all languages."""
    ERRORS.write_text("\n".join(dict.fromkeys(message_of(error).strip("\n") + "\n" for error in errors.values())))


def finish(next_build: Program) -> None:
    """Waits until Next exits. Raises a BuildError if a page could not be compiled or rendered."""
    compiling = ERRORS.read_text() if ERRORS.exists() else ""
    if compiling:
        print(f"{compiling}\nThe other pages are rendered now, to find their errors, too.", file=sys.stderr, flush=True)
    try:
        next_build.finish()
    except BuildError as error:
        rendering = [*_rendering_errors(next_build.output())]
        raise BuildError("\n".join([*rendering, STAYS]) if rendering else str(error)) from None
    if compiling:
        raise BuildError(STAYS)


def _rendering_errors(log: str) -> Iterator[str]:
    from pwa.seam import prerendering  # imported here, because importing Reflex is slow

    if failures := prerendering.failures(log):
        yield from prerendering.sentences(failures)
