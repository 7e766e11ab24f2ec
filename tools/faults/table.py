"""The faults that `make faults` inserts, and the tests that must find them."""

from dataclasses import dataclass

from tools.faults.breaking import Change, Followed, Replaced


@dataclass(frozen=True)
class Fault:
    """A change to the definition `name` in `file`.

    `found_by` contains pytest arguments that select the tests. If `is_built` is true, the tests need a new build.
    """

    file: str
    name: str
    change: Change
    found_by: tuple[str, ...]
    is_built: bool = False


E2E = "tests/e2e/"
ABOUT_ON_A_PHONE = (f"{E2E}test_pages.py", "-k", "test_page and 390 and about")

FAULTS = {
    # Faults in reloading
    "unchecked-reload": Fault(
        "app/http/web_worker.py",
        "WebServer._reload",
        Followed("def _reload(self, *given):\n    MPServer._reload(self, *given)"),
        ("tests/http/test_web_worker.py",),
    ),
    "early-replacement": Fault(
        "app/http/web_worker.py",
        "WebServer._respawn_workers",
        Replaced("new.wait_until_up()", "True"),
        ("tests/http/test_web_worker.py",),
    ),
    # Faults in responses
    "header": Fault(
        "app/server/headers.py",
        "HEADERS",
        Followed('del HEADERS["x-content-type-options"]'),
        ("tests/server/test_compose.py",),
    ),
    "policy": Fault(
        "app/server/headers.py",
        "POLICY",
        Followed('POLICY["script-src"] += " \'unsafe-inline\'"'),
        ("tests/server/test_headers.py",),
    ),
    "inline-styles": Fault(
        "app/server/headers.py",
        "POLICY",
        Followed('POLICY["style-src"] += " \'unsafe-inline\'"'),
        ("tests/server/test_headers.py",),
    ),
    "policy-of-files": Fault(
        "app/server/headers.py",
        "SecurityHeaders.__init__",
        Followed("""\
def __init__(self, app, headers, page_headers):
    self._unbroken(app, headers, page_headers)
    self.other_headers = headers
"""),
        ("tests/server/test_headers.py",),
    ),
    "reported-query": Fault(
        "app/server/compose.py",
        "Server._answer",
        Replaced("is_reporting=not query and not _is_private(path)", "is_reporting=True"),
        ("tests/server/test_headers.py",),
    ),
    "structured-price": Fault(
        "app/structured_data/offers.py",
        "_price",
        Followed("_price = lambda crowns: _unbroken(crowns + 1)"),
        ("tests/structured_data",),
    ),
    "stale-cache": Fault(
        "app/http/static.py",
        "CACHING",
        Followed('CACHING["revalidate"] = "public, max-age=600"'),
        ("tests/http/test_static.py",),
    ),
    "status": Fault(
        "app/server/health.py",
        "Health.respond",
        Replaced('503 if status["status"] == "down" else 200', "200"),
        ("tests/server/test_health.py",),
    ),
    "path": Fault(
        "app/server/paths.py",
        "_UNSAFE",
        Followed('_UNSAFE = re.compile("(?!)")'),  # `(?!)` never matches
        ("tests/server/test_paths.py",),
    ),
    "content-coding": Fault(
        "app/http/negotiation.py",
        "content_coding",
        Replaced("-representations[coding].size", "representations[coding].size"),
        ("tests/http/test_negotiation.py",),
    ),
    # Faults in members' pages
    "cookie-flag": Fault(
        "app/members/endpoints.py",
        "Endpoints._set_cookie",
        Replaced("httponly=True", "httponly=False"),
        ("tests/members/test_sign_in.py",),
    ),
    "open-redirect": Fault(
        "app/members/login.py",
        "safe_path",
        Replaced("found and found.valid", "True"),
        ("tests/members/test_open_redirects.py",),
    ),
    "forged-webhook": Fault(
        "app/members/endpoints.py",
        "Endpoints._verified_body",
        Replaced("hmac.compare_digest(expected, signature)", "True"),
        ("tests/members/test_webhook.py",),
    ),
    "foreign-sign-in": Fault(
        "app/members/login.py",
        "Logins.check",
        Replaced('hmac.compare_digest(data["of"], browser.digest)', "True"),
        ("tests/members/test_sign_in_state.py",),
    ),
    "entitlement": Fault(
        "app/members/entitlement.py",
        "may_read",
        Followed('may_read = lambda *given: given[1].status == "former" or _unbroken(*given)'),
        ("tests/members/test_entitlement.py",),
    ),
    "hostile-link": Fault(
        "app/members/sanitise.py", "LINKS", Followed('LINKS.add("javascript")'), ("tests/members/test_sanitise.py",)
    ),
    "flood": Fault(
        "app/members/socket_guard.py",
        "SocketGuard.wait_for_turn",
        Replaced("self._per_visitor.wait(*connection.names)", "0"),
        ("tests/members/test_socket_limits.py",),
    ),
    # Faults in error reports
    "secret-in-a-report": Fault(
        "app/monitoring/scrub.py",
        "SECRET_KEYS",
        Followed('SECRET_KEYS = SECRET_KEYS.replace("token|", "")'),
        ("tests/monitoring/test_scrub.py",),
    ),
    "sampling": Fault(
        "app/monitoring/sentry.js",
        "replaysSessionSampleRate",
        Replaced("0.1", "1"),
        (f"{E2E}test_sentry_sampling.py", "-k", "most_sessions"),
        is_built=True,
    ),
    "crawler": Fault(
        "app/server/home_redirect.py",
        "CRAWLERS",
        Followed('CRAWLERS = CRAWLERS.replace("|whatsapp", "")'),
        ("tests/guard/test_crawlers.py",),
    ),
    # Faults in content
    "price": Fault("app/content/pricing.py", "BUSINESS_PRINT", Replaced("14500", "1450"), ("tests/content",)),
    "price-in-prose": Fault(
        "app/content/vouchers.py",
        "ordering",
        Replaced("Crowns(POSTAGE)", '"CZK 90"'),
        ("tests/content/test_amounts.py",),
    ),
    "passed-date": Fault(
        "app/extras/dates/dates.js",
        "function List",
        Replaced("ids[index], now", "ids[index], 0"),
        (f"{E2E}test_dates.py",),
        is_built=True,
    ),
    "summer-time": Fault(
        "app/content/calendar_file.py",
        "_utc",
        Followed("_utc = lambda at: _unbroken(at.replace(tzinfo=UTC))"),
        ("tests/content/test_workshops.py",),
    ),
    "bleed": Fault(
        "builder/print_templates/drawing.py",
        "drawing_of",
        Replaced("format_.bleed", "format_.safe"),
        ("tests/builder/test_print_templates.py",),
    ),
    "catalog": Fault(
        "locales/cs/LC_MESSAGES/messages.po",
        'msgid "Skip to content"',
        Replaced("Skip to content", "Skip to the content"),
        ("tests/i18n/catalogs/test_site.py",),
    ),
    "typography": Fault(
        "app/i18n/typography.py",
        "_TOGETHER_IN_CZECH",
        Followed(
            '_TOGETHER_IN_CZECH = tuple(each.replace("^[aikosuvzAIKOSUVZ]", "^[aikosuvz]") for each in _unbroken)'
        ),
        ("tests/i18n/test_typography.py",),
    ),
    "hreflang": Fault(
        "app/components/head.py",
        "_alternates",
        Replaced("other.language.code", "place.language.code"),
        ("tests/components",),
    ),
    # Faults in staff pages
    "desk-open": Fault(
        "app/desk/endpoints.py",
        "DeskEndpoint.respond",
        Replaced("await desk.session(cookies.header(scope)) is not None", "True"),
        ("tests/desk/test_endpoints.py", "-k", "stranger"),
    ),
    "desk-link-twice": Fault(
        "app/desk/access.py",
        "Access.use_link",
        Replaced("links.c.used.is_(None)", "sql.true()"),
        ("tests/desk/test_endpoints.py", "-k", "works_once"),
    ),
    "desk-events": Fault(
        "app/desk/state.py",
        "DeskState._desk",
        Replaced("desk() if session else None", "desk()"),
        ("tests/desk/test_state.py", "-k", "stranger"),
    ),
    "cancelled-seats": Fault(
        "app/inquiries/actions.py",
        "cancel_booking",
        Replaced("places=0", "**{}"),
        ("tests/inquiries/test_actions.py",),
    ),
    # Faults in pages
    "socket": Fault(
        "app/routes.py",
        "TABLE",
        Replaced('Route("contact", "/contact")', 'Route("contact", "/contact", private=True)'),
        ("tests/test_routes.py",),
    ),
    "layout-shift": Fault(
        "app/styles/site.css",
        "h1, h2, h3 {",
        Followed("""\
@keyframes down { to { padding-top: 3px; } }
h1 { animation: down 1ms 300ms forwards; }
"""),
        ABOUT_ON_A_PHONE,
        is_built=True,
    ),
    "focus": Fault(
        "app/styles/site.css",
        ":focus-visible",
        Followed(":focus-visible { outline: 0; }"),
        ABOUT_ON_A_PHONE,
        is_built=True,
    ),
    "contrast": Fault(
        "app/styles/site.css",
        "@theme {",
        Replaced("--color-ink-soft: #5c554c;", "--color-ink-soft: #a29a8e;"),
        ABOUT_ON_A_PHONE,
        is_built=True,
    ),
    "overflow": Fault(
        "app/pages/pricing.py",
        "_audience",
        Followed('_audience = lambda *about: h.div(_unbroken(*about), class_name="min-w-[40rem]")'),
        (f"{E2E}test_pages.py", "-k", "test_page and 390 and pricing"),
        is_built=True,
    ),
    "language-not-remembered": Fault(
        "app/i18n/language_cookie.js",
        "const languageCookie",
        Replaced("Max-Age=${MAX_AGE_SECONDS}; ", ""),
        ABOUT_ON_A_PHONE,
        is_built=True,
    ),
    "scroll-position-lost": Fault(
        "app/extras/fullpage/sections.js",
        "const adapt",
        Replaced("full.matches || scrolling.isResized()", "full.matches"),
        (f"{E2E}test_fullpage_sizes.py", "-k", "survives_a_turn"),
        is_built=True,
    ),
    "unguarded-handler": Fault(
        "app/components/language_switch/language_link.js",
        "const follow",
        # The build would replace `document.cookie`, but not `globalThis.document.cookie`.
        Replaced("cookies.text", "globalThis.document.cookie"),
        (f"{E2E}test_broken_browsers.py", "-k", "pages_work and cookies"),
        is_built=True,
    ),
    "private-response": Fault(
        "pwa/worker/storable.js",
        "function isStorable",
        Replaced("private|no-store", "no-store"),
        ("tests/pwa/worker/test_storable.py",),
    ),
    "takeover-unasked": Fault(
        "pwa/worker/sw.js",
        'self.addEventListener("install"',
        Replaced("install())", "install().then(() => self.skipWaiting()))"),
        (f"{E2E}test_updates.py", "-k", "ignore_builds"),
        is_built=True,
    ),
}
