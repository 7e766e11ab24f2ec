"""`make faults`: mutation testing. Puts one deliberate fault after the other into a copy of the project, and checks
that the tests find it.

Each fault names the tests that must fail because of it; that they pass without it is checked first. Tests that need the
built site get a build with the fault. `make faults NAMES="price hreflang"` tries only these.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.folders import ROOT
from tests.support.project_copy import link_prepared

TESTS_FAILED = 1
"""pytest's exit code if tests ran and some failed; any other is not a find."""
TIMEOUT_SECONDS = 900
STAMP = """
from app.settings import load
from builder.inputs import DIST
from builder.inputs import STAMP
from builder.inputs import fingerprint
(DIST / STAMP).write_text(fingerprint(load()))
"""


@dataclass(frozen=True)
class Fault:
    """Replaces `old`, which occurs once in `file`, by `new`. `found_by` are arguments of pytest; `is_built`: the tests
    need the site to be rebuilt."""

    file: str
    old: str
    new: str
    found_by: tuple[str, ...]
    is_built: bool = False


E2E = "tests/e2e/"

FAULTS = {
    # What the server says
    "header": Fault(
        "app/server/headers.py", '    "x-content-type-options": "nosniff",\n', "", ("tests/server/test_compose.py",)
    ),
    "policy": Fault(
        "app/server/headers.py",
        '"script-src": "\'self\'"',
        "\"script-src\": \"'self' 'unsafe-inline'\"",
        ("tests/server/test_headers.py",),
    ),
    "inline-styles": Fault(
        "app/server/headers.py",
        '"style-src": "\'self\'"',
        "\"style-src\": \"'self' 'unsafe-inline'\"",
        ("tests/server/test_headers.py",),
    ),
    "policy-of-files": Fault(
        "app/server/headers.py",
        ', "content-security-policy": _written(OTHER_POLICY)',
        "",
        ("tests/server/test_observatory.py",),
    ),
    "reported-query": Fault(
        "app/server/compose.py", "is_reporting=not query", "is_reporting=True", ("tests/server/test_headers.py",)
    ),
    "structured-price": Fault(
        "app/structured_data/offers.py",
        '"price": crowns, "priceCurrency"',
        '"price": crowns + 1, "priceCurrency"',
        ("tests/structured_data",),
    ),
    "stale-cache": Fault(
        "app/http/static.py",
        "public, max-age=0, must-revalidate",
        "public, max-age=600",
        ("tests/http/test_static.py",),
    ),
    "status": Fault("app/server/health.py", "200 if well else 503", "200", ("tests/server/test_health.py",)),
    "path": Fault(
        "app/server/paths.py",
        'not path.startswith("/") or _UNSAFE.search(path)',
        'not path.startswith("/")',
        ("tests/server/test_paths.py",),
    ),
    "content-coding": Fault(
        "app/http/negotiation.py",
        "return quality, -repr",
        "return quality, repr",
        ("tests/http/test_negotiation.py",),
    ),
    # What is for members
    "cookie-flag": Fault("app/members/endpoints.py", ", httponly=True", "", ("tests/members/test_sign_in.py",)),
    "open-redirect": Fault(
        "app/members/login.py",
        "return quote(decoded) if found and found.valid else None",
        "return quote(decoded)",
        ("tests/members/test_open_redirects.py",),
    ),
    "forged-webhook": Fault(
        "app/members/endpoints.py",
        "is_genuine = hmac.compare_digest(expected, signature)",
        "is_genuine = bool(expected)",
        ("tests/members/test_webhook.py",),
    ),
    "foreign-sign-in": Fault(
        "app/members/login.py",
        'if not hmac.compare_digest(data["of"], browser.digest):',
        "if not browser.digest:",
        ("tests/members/test_sign_in_state.py",),
    ),
    "entitlement": Fault(
        "app/members/entitlement.py",
        "if post.public or standing",
        'if post.public or standing.status == "former" or standing',
        ("tests/members/test_entitlement.py",),
    ),
    "hostile-link": Fault(
        "app/members/sanitise.py",
        'LINKS = {"http", "https", "mailto"}',
        'LINKS = {"http", "https", "mailto", "javascript"}',
        ("tests/members/test_sanitise.py",),
    ),
    "flood": Fault(
        "app/members/socket_guard.py",
        "waits = [connection.pace.wait(), *(self._per_visitor.wait(*each) for each in per_visitor)]",
        "waits = [connection.pace.wait()]",
        ("tests/members/test_socket_limits.py",),
    ),
    # Reports
    "secret-in-a-report": Fault(
        "app/monitoring/scrub.py", 'r"token|secret|passw', 'r"secret|passw', ("tests/monitoring/test_scrub.py",)
    ),
    "sampling": Fault(
        "app/monitoring/sentry.js",
        "replaysSessionSampleRate: 0.1",
        "replaysSessionSampleRate: 1",
        (f"{E2E}test_sentry_sampling.py", "-k", "most_sessions"),
        is_built=True,
    ),
    "crawler": Fault("app/guard/crawlers.js", "|whatsapp/", "/", ("tests/guard/test_crawlers.py",)),
    # Words
    "price": Fault("app/content/pricing.py", "(5400, 7900, 14500)", "(5400, 7900, 1450)", ("tests/content",)),
    "price in prose": Fault(
        "app/content/vouchers.py", "price=Crowns(POSTAGE)", 'price="CZK 90"', ("tests/content/test_amounts.py",)
    ),
    "passed-date": Fault(
        "app/extras/dates/dates.js", "begin[index] > now", "begin[index] > 0", (f"{E2E}test_dates.py",), is_built=True
    ),
    "summer-time": Fault(
        "app/content/calendar_file.py", "at.astimezone(UTC)", "at", ("tests/content/test_workshops.py",)
    ),
    "bleed": Fault(
        "builder/print_templates/drawing.py",
        "trim.grown(format_.bleed)",
        "trim.grown(format_.safe)",
        ("tests/builder/test_print_templates.py",),
    ),
    "catalog": Fault(
        "locales/cs/LC_MESSAGES/messages.po",
        'msgid "Skip to content"\n',
        'msgid "Skip to the content"\n',
        ("tests/i18n/catalogs/test_site.py",),
    ),
    "typography": Fault(
        "app/i18n/typography.py", "(?<=^[aikosuvzAIKOSUVZ])", "(?<=^[aikosuvz])", ("tests/i18n/test_typography.py",)
    ),
    "hreflang": Fault(
        "app/components/head.py",
        "href_lang=other.language.code",
        "href_lang=place.language.code",
        ("tests/components",),
    ),
    # What pages do
    "socket": Fault(
        "app/routes.py",
        'Route("contact", "/contact")',
        'Route("contact", "/contact", stateful=True)',
        ("tests/test_routes.py",),
    ),
    "shift-of-3-px": Fault(
        "app/styles/site.css",
        "  h1, h2, h3 {\n    text-wrap: balance;",
        "  @keyframes down {\n    to { padding-top: 3px; }\n  }\n\n"
        "  h1 {\n    animation: down 1ms 300ms forwards;\n  }\n\n"
        "  h1, h2, h3 {\n    text-wrap: balance;",
        (f"{E2E}test_pages.py", "-k", "test_page and 390 and about"),
        is_built=True,
    ),
    "focus": Fault(
        "app/styles/site.css",
        "outline: 3px solid var(--color-spot);",
        "outline: 0;",
        (f"{E2E}test_pages.py", "-k", "test_page and 390 and about"),
        is_built=True,
    ),
    "contrast": Fault(
        "app/styles/site.css",
        "--color-ink-soft: #5c554c;",
        "--color-ink-soft: #a29a8e;",
        (f"{E2E}test_pages.py", "-k", "test_page and 390 and about"),
        is_built=True,
    ),
    "overflow": Fault(
        "app/pages/pricing.py",
        "font-display text-5xl leading-none",
        "font-display text-5xl leading-none whitespace-nowrap min-w-96",
        (f"{E2E}test_pages.py", "-k", "test_page and 390 and pricing"),
        is_built=True,
    ),
    "language-not-remembered": Fault(
        "app/i18n/language_cookie.js",
        "Max-Age=${MAX_AGE_SECONDS}; ",
        "",
        (f"{E2E}test_pages.py", "-k", "test_page and 390 and about"),
        is_built=True,
    ),
    "place-lost": Fault(
        "app/extras/fullpage/fullpage.js",
        "!motion && (full.matches || innerWidth !== width)",
        "!motion && full.matches",
        (f"{E2E}test_fullpage_sizes.py", "-k", "survives_a_turn"),
        is_built=True,
    ),
    "unguarded-handler": Fault(
        "app/components/language_switch/language_link.js",
        "cookies.text = ",
        "globalThis.document.cookie = ",  # webpack puts the guarded module in the place of a bare one
        (f"{E2E}test_broken_browsers.py", "-k", "page_stays and cookie and refused"),
        is_built=True,
    ),
    "private-answer": Fault(
        "pwa/worker/storable.js",
        "(private|no-store)",
        "(no-store)",
        (f"{E2E}test_offline_caches.py", "-k", "one_visitor"),
        is_built=True,
    ),
    "taken-over-unasked": Fault(
        "pwa/worker/sw.js",
        "event.waitUntil(install())",
        "event.waitUntil(install().then(() => self.skipWaiting()))",
        (f"{E2E}test_updates.py", "-k", "ignore_builds"),
        is_built=True,
    ),
}


class Copy:
    """A copy of the project in `folder`, for faults."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _tracked():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        link_prepared(folder)

    @contextmanager
    def having(self, fault: Fault):
        """The copy has the fault during the block."""
        file = self.folder / fault.file
        text = file.read_text()
        file.write_text(text.replace(fault.old, fault.new, 1))
        try:
            yield
        finally:
            file.write_text(text)

    def build(self) -> None:
        """Builds the site.

        Raises:
            CalledProcessError: the build failed.
        """
        subprocess.run([sys.executable, "-m", "builder"], cwd=self.folder, check=True, capture_output=True)

    def _stamp(self) -> None:
        """Marks the existing build as up to date with the changed sources."""
        subprocess.run([sys.executable, "-c", STAMP], cwd=self.folder, check=True)

    def tests(self, chosen: Sequence[str]) -> int:
        """pytest's exit code for these arguments."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *chosen]
        ran = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
        return ran.returncode

    def finds(self, fault: Fault) -> bool:
        """Whether the fault's tests fail."""
        with self.having(fault):
            if fault.is_built:
                self.build()
            else:
                self._stamp()
            return self.tests(fault.found_by) == TESTS_FAILED


def _tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def main(names: Sequence[str]) -> int:
    """Prints a line per fault; the exit code: 0 if all were found, 1 if one was not, 2 if the tests cannot run."""
    if unknown := set(names) - FAULTS.keys():
        print(f"There is no fault called {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    chosen = {name: FAULTS[name] for name in sorted(names or FAULTS, key=lambda name: FAULTS[name].is_built)}
    with tempfile.TemporaryDirectory() as folder:
        print("Building the copy, and running the tests that have to pass in it …", flush=True)
        copy = Copy(Path(folder))
        copy.build()
        for found_by in {fault.found_by for fault in chosen.values()}:
            if copy.tests(found_by):
                print(f"Without a fault, this fails or is nothing: pytest {' '.join(found_by)}", file=sys.stderr)
                return 2
        found = [name for name, fault in chosen.items() if _told(copy, name, fault)]
    print(f"{len(found)} of {len(chosen)} found.")
    return int(len(found) < len(chosen))


def _told(copy: Copy, name: str, fault: Fault) -> bool:
    begun = time.monotonic()
    is_found = copy.finds(fault)
    print(f"{'found' if is_found else 'NOT FOUND':>9}  {name} ({time.monotonic() - begun:.0f} s)", flush=True)
    return is_found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
