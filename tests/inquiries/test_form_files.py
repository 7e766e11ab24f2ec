import html
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from pydantic import SecretStr

from app.content.studio import STUDIO
from app.database.database import Database
from app.inquiries import limits
from app.inquiries.store import Store
from app.settings import Settings
from tests.support.form_client import ONE_FILE, PAGE, error_fields, send
from tests.support.inquiries import PDF, open_site

pytestmark = pytest.mark.anyio

SVG = b'<?xml version="1.0"?>\n<!-- a plate -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize(("content", "ending"), [(PDF, "pdf"), (b"\xef\xbb\xbf" + SVG, "svg"), (b"MZ\x90", None)])
async def test_a_file_is_stored_under_its_detected_type(
    visitor: httpx.AsyncClient, store: Store, content: bytes, ending: str | None
) -> None:
    answer = await send(visitor, files=[("files", ("a.pdf", content, "application/pdf"))])
    if ending:
        assert store.all()[0].files[0].ending == ending
    else:
        assert list(answer.json()["problems"]) == ["files"]


async def test_number_and_size_of_files_are_limited(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    four = await send(visitor, files=[("files", (f"{n}.pdf", PDF)) for n in range(4)])
    assert list(four.json()["problems"]) == ["files"]
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", len(PDF) - 1)
    large = await send(visitor, files=ONE_FILE)
    assert list(large.json()["problems"]) == ["files"]


@pytest.mark.parametrize("count", [4, 5, 30])
async def test_too_many_files_are_named_as_the_reason(visitor: httpx.AsyncClient, count: int) -> None:
    files = [("files", (f"{n}.pdf", PDF)) for n in range(count)]
    page = await send(visitor, "/en/inquiries", files=files, headers=PAGE)
    assert page.status_code in (413, 422) and f"At most {limits.MAX_FILES} files" in page.text


async def test_files_of_another_kind_are_ignored(visitor: httpx.AsyncClient, store: Store) -> None:
    """The form hides the file field for workshops, but forms of earlier releases show it for every kind of inquiry."""
    wrong = [("files", ("a.pdf", b"no document")), *(("files", (f"{n}.pdf", PDF)) for n in range(3))]
    assert (await send(visitor, files=wrong, what="workshop", pieces="2", phone="")).status_code == 201
    assert [stored.files for stored in store.all()] == [()]


async def test_a_page_without_scripts_asks_for_the_files_again(visitor: httpx.AsyncClient, store: Store) -> None:
    """Browsers do not fill in files again. If the page did not ask for them, the corrected form would silently arrive
    without files.
    """
    given = ('a  50"\u202f\U0001fa77.pdf', "a/<b>\u202e&{names}.pdf", "x" * 300 + ".pdf")
    files = [("files", (name, PDF)) for name in given]
    page = await send(visitor, "/en/inquiries", headers=PAGE, files=files, email="jana")
    [(field, note)] = re.findall(
        r'(<input[^>]* name="files"[^>]*>).*?id="inquiry-files-problem"[^>]*>([^<]*)', page.text
    )
    names = f'a  50" \U0001fa77.pdf, <b>&{{names}}.pdf, {"x" * (limits.MAX_FILE_NAME - 4)}.pdf'
    assert html.unescape(note) == f"Browsers don’t keep files. Choose them again: {names}"
    assert (
        error_fields(page.text) == ["reason", "files", "email"] and 'aria-invalid="' not in field and store.all() == []
    )
    [reason] = re.findall(r'id="inquiry-reason"[^>]*>([^<]*)', page.text)
    assert reason.endswith(note), "screen readers need not find the field"
    wrong = await send(visitor, headers=PAGE, files=[("files", ("a.pdf", b"no document"))], email="jana")
    assert "a.pdf" not in wrong.text and {"files", "email"} <= set(error_fields(wrong.text))
    for more in ({}, {"what": "workshop", "pieces": "2", "files": files}):
        assert "files" not in error_fields((await send(visitor, headers=PAGE, **more, email="jana")).text)


async def test_without_disk_space_only_files_are_refused(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=limits.MIN_FREE_BYTES_FOR_FILES - 1))
    page = await send(visitor, headers=PAGE, files=ONE_FILE, message="a long text")
    assert page.status_code == 422 and "files" in error_fields(page.text) and "a long text</textarea>" in page.text
    assert STUDIO.email in page.text and store.all() == []
    assert (await send(visitor)).status_code == 201
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=limits.MIN_FREE_BYTES_FOR_FILES))
    assert (await send(visitor, files=ONE_FILE)).status_code == 201


async def test_only_the_disk_of_the_database_is_measured(
    built: None, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "other disk"
    folder.mkdir()
    file = SecretStr(f"sqlite:///{folder / 'site.db'}")
    elsewhere = settings.model_copy(update={"data_dir": tmp_path, "database_url": file})
    for full, status, disk in ((tmp_path, 201, "up"), (folder, 422, "full"), (None, 201, None)):
        free = {full: 0}
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free.get(path, 10**12)))
        if full is None:  # if PostgreSQL is on another machine, the site cannot see the disk
            monkeypatch.setattr(Database, "disk", None)
        async with open_site(elsewhere) as visitor:
            assert (await send(visitor, files=ONE_FILE)).status_code == status
            assert (await visitor.get("/_health")).json()["parts"].get("disk") == disk


async def test_stored_files_are_never_served(visitor: httpx.AsyncClient, store: Store) -> None:
    await send(visitor, files=ONE_FILE)
    [stored] = store.all()
    below = ("site.db", stored.inquiry.id, stored.files[0].name, stored.name_of_file(1))
    database = f"/{store.database.folder}/site.db"
    for path in (database, *(f"{start}/{name}" for start in ("", "/data", "/inquiries") for name in below)):
        assert (await visitor.get(path)).status_code == 404, path
