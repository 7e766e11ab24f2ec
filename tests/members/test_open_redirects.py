import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.members.login import safe_path
from tests.support.members import SITE

pytestmark = pytest.mark.anyio


ELSEWHERE = [
    *("//evil.test", "/\\evil.test", "\\\\evil.test", "///evil.test", "https://evil.test", "https:/evil.test"),
    *("/%2Fevil.test", "/%5Cevil.test", "/%2f%2fevil.test", "/%252Fevil.test", "%2F%2Fevil.test", "/.//evil.test"),
    *("/\tevil.test", "\t//evil.test", "/\n/evil.test", "/%09/evil.test", "/%0d%0aSet-Cookie:a=b", "/\r\nx: y", " /"),
    *("/about/..//evil.test", "/..//evil.test", "/about?next=//evil.test", "/about#//evil.test", "javascript:alert(1)"),
    *("/@evil.test", "/nope", "about", "", "/patreon/login", "/patreon/logout", "/_event/", "/patreon/private/%zz"),
    *("/patreon/private/%2F%2Fevil.test", "/patreon/private/../../x", "/patreon/private/%2e%2e", "http:evil.test"),
    *(
        "/patreon/private/a%00b",
        "/patreon/private/%ff",
        "/patreon/private/" + "a" * 600,
        "／／evil.test",
        "/ /evil.test",
    ),
]


@pytest.mark.parametrize("next", ELSEWHERE)
def test_other_paths_are_not_safe(next):
    assert safe_path(next) is None


@pytest.mark.parametrize("next", ["//evil.test", "/%5Cevil.test", "/patreon/logout"])
async def test_signing_in_never_leads_to_another_site(visit, next):
    assert (await visit.signs_in("proof", next)).headers["location"] == "/patreon/private"


PARTS = ["//", "evil.test", "about", "en", "patreon", "private", "%2f", "%5c", "%09", "%25", "https:", "1", "é"]


@given(st.lists(st.sampled_from([*"/\\.%@:?#\t\n\r \0", *PARTS]), max_size=8).map("".join) | st.text())
@hypothesis_settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_safe_paths_stay_on_this_site(next):
    path = safe_path(next)
    if path is not None:
        assert httpx.URL(SITE).join(path).host == "otisk.test"
        assert path.isascii() and path.startswith("/") and not any(part in path for part in ("//", "\\", "\n", "?"))


@pytest.mark.parametrize(
    ("next", "safe"),
    [
        ("/", "/"),
        ("/en", "/en"),
        ("/about", "/about"),
        ("/patreon/private/8007", "/patreon/private/8007"),
        ("/en/patreon/private/42", "/en/patreon/private/42"),
        ("/vouchers/workshop", "/vouchers/workshop"),
        ("/vouchers/nope", None),
    ],
)
def test_paths_of_pages(next, safe):
    assert safe_path(next) == safe
