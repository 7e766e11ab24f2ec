import json

from app.http.media_types import TYPES
from app.http.static import CACHING
from tests.support.javascript import Browser

FILES = ("/_next/static/chunks/main-1.js", "/_next/static/css/1.css", "/fonts/a.1.woff2", "/pictures/press-480.1.avif")
OURS = {"status": 200, "type": "basic", "redirected": False, "cache-control": CACHING["immutable"]}
PORTALS = {
    "a page in its place": {"content-type": "text/html", "cache-control": "max-age=3600"},
    "an immutable page": {"content-type": "text/html"},
    "without a type": {"content-type": ""},
    "a cacheable page": {"cache-control": "public, max-age=3600"},
    "after a redirect": {"redirected": True},
    "from another origin": {"type": "cors"},
    "from an unknown origin": {"type": "opaque", "status": 0},
    "not found": {"status": 404},
    "a part": {"status": 206},
    "for one visitor": {"cache-control": "private, immutable"},
    "not to be stored": {"cache-control": "no-store, immutable"},
}


def stored(javascript: Browser, answers: list[tuple[str, dict[str, object], bool]]) -> list[bool]:
    return javascript.run(f"""
        const {{ isStorable }} = await import("$/pwa/worker/storable.js");
        return {json.dumps(answers)}.map(([path, answer, isCompared]) =>
            isStorable(path, {{ ...answer, headers: new Headers(answer) }}, isCompared));
    """)


def typed(path: str) -> dict[str, object]:
    return {**OURS, "content-type": TYPES[f".{path.rpartition('.')[2]}"]}


def test_our_own_answers_are_stored(javascript: Browser) -> None:
    page = {**OURS, "content-type": "text/html", "cache-control": CACHING["revalidate"]}
    answers = [(path, typed(path), False) for path in FILES]
    assert all(stored(javascript, [*answers, ("/about", page, True)]))


def test_other_answers_are_not_stored(javascript: Browser) -> None:
    others = {(path, name): {**typed(path), **changes} for path in FILES for name, changes in PORTALS.items()}
    others |= {(path, other): typed(other) for path in FILES for other in FILES if path != other}
    found = stored(javascript, [(path, answer, False) for (path, _), answer in others.items()])
    assert [name for name, is_stored in zip(others, found, strict=True) if is_stored] == []
