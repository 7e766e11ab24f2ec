"""`reflex run --env prod` works like `make run`. `reflex export` works like `make build`."""

import os
from collections.abc import Mapping

import pytest

from app.settings import Settings
from builder import production
from pwa.seam.reflex_run import Options

PRODUCTION = Options(True, None, None)


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Mapping[str, str]:
    environment: dict[str, str] = {}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setattr(production, "load", lambda: settings)
    monkeypatch.setattr(production.serve, "main", lambda: 0)
    return environment


def passed_by(environment: Mapping[str, str]) -> Mapping[str, str]:
    return {name: value for name, value in environment.items() if name in ("HOST", "PORT", "SITE_URL")}


@pytest.mark.parametrize(
    ("options", "passed"),
    [
        (PRODUCTION, {}),
        (PRODUCTION._replace(frontend_port=9001), {"PORT": "9001", "SITE_URL": "http://localhost:9001"}),
        (
            PRODUCTION._replace(frontend_port=9001, backend_port=9001),
            {"PORT": "9001", "SITE_URL": "http://localhost:9001"},
        ),
        (PRODUCTION._replace(backend_host="0.0.0.0"), {"HOST": "0.0.0.0"}),
    ],
)
def test_options_become_settings(environment: Mapping[str, str], options: Options, passed: Mapping[str, str]) -> None:
    with pytest.raises(SystemExit) as exit:
        production.run(options)
    assert (exit.value.code, passed_by(environment)) == (0, passed)


def test_a_chosen_address_is_retained(
    environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    chosen = Settings(_env_file=None, site_url="https://otisk.test")  # pyright: ignore[reportCallIssue]
    monkeypatch.setattr(production, "load", lambda: chosen)
    with pytest.raises(SystemExit):
        production.run(PRODUCTION._replace(backend_port=9001))
    assert passed_by(environment) == {"PORT": "9001"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (PRODUCTION._replace(frontend_port=1, backend_port=2), production.ONE_PORT),
        (PRODUCTION._replace(part="--backend-only"), f"{production.ONE_PROGRAM} --backend-only"),
    ],
)
def test_options_that_do_not_apply_are_refused(environment: Mapping[str, str], options: Options, said: str) -> None:
    with pytest.raises(SystemExit) as exit:
        production.run(options)
    assert (exit.value.code, passed_by(environment)) == (said, {})


def test_an_export_is_a_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "build", lambda: 1)
    with pytest.raises(SystemExit) as exit:
        production.export(None)
    assert exit.value.code == 1
    with pytest.raises(SystemExit, match=r"leave out --zip$"):
        production.export("--zip")
