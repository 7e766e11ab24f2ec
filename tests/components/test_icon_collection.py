"""An icon comes from the project or a cache, or is downloaded once. A missing icon becomes a placeholder."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.components.icon import collection, provider
from app.components.icon.collection import NOTICES, PLACEHOLDER, IconNotFoundError, Name, bundled, find, obtain
from app.components.icon.drawing import Drawing, Shape, drawing
from app.settings import load
from tests.support.icon_provider import STAMP, answering, dripping, providing, silent

NAME = Name("ph", "stamp")
DEADLINE_SECONDS = provider.TIMEOUT_SECONDS
DRAWN = Drawing("0 0 16 16", (Shape("path", {"fill": "currentColor", "d": "M4 4h8v8H4z"}),))


@pytest.fixture(autouse=True)
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(provider, "TIMEOUT_SECONDS", 30)  # the default is too short for busy machines
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.mark.parametrize(
    ("text", "name"),
    [("gift", Name("tabler", "gift")), ("ph:stamp", NAME), ("mdi-light:arrow-up-2", Name("mdi-light", "arrow-up-2"))],
)
def test_valid_names_are_parsed(text: str, name: Name):
    assert Name.parse(text) == name


@pytest.mark.parametrize(
    "text", ["", "ph:", ":stamp", "ph:a:b", "../../a", "ph/stamp", "Stamp", "a--b", "a b", "a\n", "ph:stamp?x"]
)
def test_invalid_names_are_rejected(text: str):
    with pytest.raises(ValueError, match="not an icon"):
        Name.parse(text)
    with pytest.raises(ValueError, match="not an icon"):
        find(text)


def test_a_bundled_icon_is_not_fetched(tmp_path: Path):
    with providing(answering(STAMP)) as fake:
        assert obtain(Name.parse("gift"), fake.url) == drawing(bundled(), "gift")
    assert fake.asked == [] and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("slash", ["", "/", "/api", "/api/"])
def test_another_icon_is_fetched_once_and_cached(slash: str, tmp_path: Path):
    with providing(answering(STAMP)) as fake:
        assert [obtain(NAME, fake.url + slash) for _ in range(3)] == [DRAWN] * 3
    assert fake.asked == [slash.rstrip("/") + "/ph.json?icons=stamp"]
    assert [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")] == ["ph/stamp.json"]
    assert obtain(NAME, None) == DRAWN, "cached for builds without a provider too"


def test_concurrent_fetches_leave_one_file(tmp_path: Path):
    with providing(answering(STAMP)) as fake, ThreadPoolExecutor(8) as pool:
        assert set(map(repr, pool.map(lambda _: obtain(NAME, fake.url), range(8)))) == {repr(DRAWN)}
    assert [file.name for file in (tmp_path / "ph").iterdir()] == ["stamp.json"]


def test_a_damaged_cache_file_is_replaced(tmp_path: Path):
    (tmp_path / "ph").mkdir()
    (tmp_path / "ph" / "stamp.json").write_text('{"icons": {"st')
    with providing(answering(STAMP)) as fake:
        assert obtain(NAME, fake.url) == DRAWN
    assert json.loads((tmp_path / "ph" / "stamp.json").read_text()) == STAMP


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (answering(b"no", status=500), "127.0.0.1 answered with 500"),
        (answering(b"<!doctype html><p>Not here", kind="text/html"), "the answer of 127.0.0.1 is not JSON"),
        (answering(b"[" * 50_000), "the answer of 127.0.0.1 is not JSON"),
        (answering(b"\xff\xfe\xfa"), "the answer of 127.0.0.1 is not JSON"),
        (answering(b" " * (provider.MAX_ANSWER_BYTES + 1)), "the answer of 127.0.0.1 is larger than 64 KiB"),
        (answering({"prefix": "ph", "icons": {}, "not_found": ["stamp"]}), "the set has no such icon"),
        (answering({"icons": {"stamp": {"body": "<script>alert(1)</script>"}}}), "its drawing has no shapes"),
        (lambda fake, request: request.wfile.write(b"nonsense\r\n\r\n"), "127.0.0.1 could not be reached"),
        (lambda fake, request: None, "127.0.0.1 could not be reached"),
    ],
)
def test_failures_are_reported_and_not_cached(answer, reason: str, tmp_path: Path):
    with providing(answer) as fake:
        with pytest.raises(IconNotFoundError) as error:
            obtain(NAME, fake.url)
        assert str(error.value) == reason
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(IconNotFoundError):
            obtain(NAME, fake.url)
        assert len(fake.asked) == 2, "the next build tries again"


@pytest.mark.parametrize("answer", [silent, dripping])
def test_the_deadline_covers_the_whole_exchange(answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(provider, "TIMEOUT_SECONDS", 0.05)
    with (
        providing(answer) as fake,
        pytest.raises(IconNotFoundError, match=r"^127\.0\.0\.1 did not answer within 50 ms$"),
    ):
        obtain(NAME, fake.url)
    assert list(tmp_path.iterdir()) == []


def test_the_deadline_is_that_of_the_contract():
    assert DEADLINE_SECONDS == 1.5


def test_without_a_provider_there_is_a_placeholder():
    with pytest.raises(IconNotFoundError, match="not bundled, and ICON_PROVIDER_URL is not set"):
        obtain(NAME, None)
    with pytest.raises(IconNotFoundError, match='`make icons NAMES="anvil"` adds it'):
        obtain(Name.parse("anvil"), None)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch):
    def start(url: str | None) -> None:
        monkeypatch.setattr(collection, "settings", lambda: load(icon_provider_url=url))
        find.cache_clear()

    yield start
    find.cache_clear()


def test_a_placeholder_is_noted_once(tmp_path: Path, fresh, monkeypatch: pytest.MonkeyPatch):
    notices = tmp_path / "notices"
    monkeypatch.setenv(NOTICES, str(notices))
    with providing(answering(b"no", status=404)) as fake:
        fresh(fake.url)
        assert [find("ph:stamp"), find("ph:stamp")] == [PLACEHOLDER] * 2
        assert find("gift") == drawing(bundled(), "gift")
    assert notices.read_text() == "ph:stamp\t127.0.0.1 answered with 404\n"
    assert len(fake.asked) == 1


def test_only_a_build_fetches_from_the_provider(tmp_path: Path, fresh, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(NOTICES, raising=False)
    with providing(answering(STAMP)) as fake:
        fresh(fake.url)
        assert find("ph:stamp") == PLACEHOLDER and fake.asked == []
        monkeypatch.setenv(NOTICES, str(tmp_path / "notices"))
        fresh(fake.url)
        assert find("ph:stamp") == DRAWN
    assert not (tmp_path / "notices").exists()
