"""Generates JavaScript modules with data, and files such as sitemaps."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from app.components import error_view
from app.components.head import absolute_url, manifest_path
from app.components.pictures import derive
from app.content.calendar_file import calendar_file, calendar_path
from app.content.changed import CHANGED
from app.content.inquiry import NAMES, PROBLEMS
from app.content.portfolio import category
from app.content.vcard import vcard, vcard_path
from app.content.withdrawal import form_file, form_path
from app.content.workshops import WORKSHOPS
from app.extras import bam, consent, gallery, inquiry, install, worker
from app.extras.inquiry import outcomes
from app.i18n import DEFAULT, LANGUAGES, PUBLIC, Language, client, use
from app.layouts import connection
from app.monitoring import scrub
from app.routes import ROUTES, Place, check_names, places
from app.settings import settings
from pwa.manifest import manifest

check_names("CHANGED in app/content/changed.py", CHANGED)
SITEMAP = (
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
)

LABELS: client.Labels = {
    "bam": bam.LABELS,
    "connection": connection.LABELS,
    "consent": consent.LABELS,
    "error": error_view.LABELS,
    "gallery": gallery.LABELS,
    "inquiry": inquiry.LABELS,
    "inquiryLines": inquiry.LINE_NAMES,
    "inquiryNames": NAMES,
    "inquiryProblems": PROBLEMS,
    "install": install.LABELS,
    "outcomes": outcomes.LABELS,
    "outcomeDays": outcomes.DAYS,
    "outcomeSubjects": outcomes.SUBJECTS,
    "worker": worker.LABELS,
}
"""Labels for JavaScript, keyed by the name passed to `useLabels` or `updateLabels`."""


def public_files() -> Mapping[str, str]:
    """Returns the contents of generated files, keyed by path."""
    return {
        **{f"{language.prefix}/sitemap.xml".lstrip("/"): sitemap(language) for language in PUBLIC},
        **{manifest_path(language).lstrip("/"): manifest(language) for language in LANGUAGES},
        "robots.txt": robots(),
        **_files_by_language(),
        **({f"{key}.txt": key} if (key := settings().indexnow_key) else {}),
        **(client.files(LABELS) if settings().i18n_messages == "dynamic" else {}),
    }


def _files_by_language() -> Mapping[str, str]:
    files: dict[str, str] = {}
    for language in LANGUAGES:
        with use(language):
            files |= {calendar_path(workshop, language): calendar_file(workshop) for workshop in WORKSHOPS}
            files[vcard_path(language)] = vcard()
            files[form_path(language)] = form_file()
    return files


def modules() -> Mapping[str, str]:
    labels = client.modules(
        LABELS,
        dynamic=settings().i18n_messages == "dynamic",
        base_url=settings().i18n_base_url,
        site_url=settings().site_url,
    )
    return {
        **labels,
        error_view.MODULE: error_view.module(),
        consent.MODULE: consent.module(),
        gallery.MODULE: gallery.module(),
        inquiry.MODULE: inquiry.module(),
        outcomes.MODULE: outcomes.module(),
        scrub.MODULE: scrub.module(),
    }


def sitemap(language: Language) -> str:
    now = datetime.now(UTC)
    listed = (each for each in places() if each.language == language and each.is_indexed and not each.is_gone(now))
    urls = "".join(map(_url, listed))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{SITEMAP}\n{urls}</urlset>\n'


def _url(place: Place) -> str:
    links = [(other.language.code, absolute_url(other)) for other in place.alternates]
    links.append(("x-default", absolute_url(place.within(DEFAULT))))
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang={quoteattr(code)} href={quoteattr(href)}/>\n' for code, href in links
    )
    day = CHANGED.get(place.route.name)
    changed = f"<lastmod>{day.isoformat()}</lastmod>\n" if day else ""
    pictures = "".join(f"<image:image><image:loc>{escape(url)}</image:loc></image:image>\n" for url in _works(place))
    return f"<url>\n<loc>{escape(absolute_url(place))}</loc>\n{changed}{alternates}{pictures}</url>\n"


def _works(place: Place) -> Iterator[str]:
    if place.route == ROUTES["portfolio-category"]:
        for work in category(place.params["category"]).works:
            yield settings().site_url + derive(work.picture).fallback


def robots() -> str:
    """Returns the robots.txt. It allows all pages, because crawlers must fetch a page to see its `noindex`."""
    maps = [f"Sitemap: {settings().site_url}{language.prefix}/sitemap.xml" for language in PUBLIC]
    return "\n".join(["User-agent: *", "Disallow:", "", *maps, ""])
