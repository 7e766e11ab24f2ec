import pytest

from app.http.export import SHOWN
from app.server.built_settings import check_build
from app.settings import load
from tests.fakes import gopay


@pytest.mark.parametrize(
    ("served", "differences"),
    [
        ({}, []),
        ({"site_url": "http://127.0.0.1:9000"}, []),
        ({"inquiries_days": 30}, []),
        ({"hosting": "static"}, []),
        ({"i18n_messages": "dynamic"}, []),
        ({"i18n_base_url": "https://cdn.example"}, []),
        (
            {"fallback_language": "en", "i18n_messages": "dynamic", "i18n_base_url": "https://cdn.example"},
            [
                "FALLBACK_LANGUAGE is en, but cs in the build; build it again",
                "I18N_BASE_URL is https://cdn.example, but the page's origin in the build; build it again",
            ],
        ),
        ({"inquiries_days": 400}, ["INQUIRIES_DAYS is 400, but 365 in the build; build it again"]),
        (
            {"site_url": "https://otisk.example", **gopay.SETTINGS},
            [
                "SITE_URL is https://otisk.example, but http://localhost:8000 in the build; build it again",
                "Payment by card (GOPAY_*) is True, but False in the build; build it again",
            ],
        ),
    ],
)
def test_settings_that_contradict_the_build_are_logged(served, differences, caplog: pytest.LogCaptureFixture) -> None:
    built = load(_env_file=None)
    settings = load(_env_file=None, **served)
    check_build(settings, {name: getattr(built, name) for name in SHOWN})
    check_build(settings, {})
    assert caplog.messages == differences


def test_a_build_for_a_static_host_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    check_build(load(_env_file=None, hosting="static"), {"hosting": "static"})
    assert caplog.messages == ["HOSTING is server, but static in the build; build it again"]
