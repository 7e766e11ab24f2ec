"""What the build tells nginx; that nginx does so is in tests/e2e/test_fleet.py."""

import re
from pathlib import Path

import pytest

from app.settings import Settings
from builder import nginx
from builder.index import write_index
from tests.support.small_site import lay_out


@pytest.fixture
def release(tmp_path: Path) -> Path:
    write_index(lay_out(tmp_path / "release/site"), "build-1")
    return tmp_path / "release"


def told(release: Path, settings: Settings, **others: object) -> str:
    nginx.write(release, settings.model_copy(update=others))
    return (release / nginx.HTTP).read_text() + (release / nginx.SERVER).read_text()


def test_headers_follow_the_settings(release: Path, settings: Settings) -> None:
    assert "strict-transport-security" not in told(release, settings)
    dsn = "https://key@sentry.test/1"
    text = told(release, settings, site_url="https://otisk.test", sentry_dsn=dsn)
    assert 'add_header strict-transport-security "max-age=31536000";' in text
    assert "report-uri https://sentry.test/api/1/security/?sentry_key=key" in text


def test_the_same_release_is_told_the_same(release: Path, settings: Settings) -> None:
    assert told(release, settings) == told(release, settings)


def test_nothing_is_told_of_what_is_the_server_s(release: Path, settings: Settings) -> None:
    text = told(release, settings)
    assert 'location = "/about" {' in text
    assert 'location = "/" {' not in text and "secret.txt" not in text and '[postId]" ' not in text


def test_what_differs_by_coding_is_looked_up_by_it_alone(release: Path, settings: Settings) -> None:
    text = told(release, settings)
    [folder] = re.findall(rf'alias "{release}/\$\{{(\w+)\}}/about\.html";', text)
    [values] = re.findall(rf'map "\$otisk_coding" \${folder} \{{\n([^}}]*)\}}', text)
    assert {'"br" "br";', '"gzip" "gzip";', '"identity" "site";'} <= {line.strip() for line in values.splitlines()}


def test_values_are_quoted() -> None:
    assert nginx.quoted('a"b\\c') == '"a\\"b\\\\c"'
