"""The server logs which of its settings contradict the build."""

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
        ({"inquiries_days": 400}, ["INQUIRIES_DAYS is 400, but the site was built with 365; build it again"]),
        (
            {"site_url": "https://otisk.example", **gopay.SETTINGS},
            [
                "SITE_URL is https://otisk.example, but the site was built with http://localhost:8000; build it again",
                "Payment by card (GOPAY_*) is True, but the site was built with False; build it again",
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
    assert caplog.messages == ["HOSTING is server, but the site was built with static; build it again"]
