"""A build prints the number of missing translations."""

import pytest

from builder import __main__ as build


def test_a_build_prints_the_number_of_missing_texts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "cs: 0 of 3 texts are not translated, 1 are not confirmed"
    monkeypatch.setattr(build, "is_built", lambda _settings: True)
    monkeypatch.setattr(build, "fetch_any", lambda *_: False)
    monkeypatch.setattr(build, "notices", lambda _dist: ())
    monkeypatch.setattr(build.catalogs, "counts", lambda: [line])
    assert (build.main(), capsys.readouterr().out) == (0, f"The site is built and up to date.\n{line}\n")
