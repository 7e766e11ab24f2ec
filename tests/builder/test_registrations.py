from pathlib import Path

import pytest

from app.extras.worker import SCRIPT
from app.http.export import SITE
from builder import registrations
from builder.steps import BuildError

MARK = '<template data-worker="{}"></template>'


def site(folder: Path, *scripts: str) -> Path:
    (folder / "lab").mkdir()
    (folder / "sw.js").touch()
    (folder / "lab/page.html").write_text("".join(MARK.format(script) for script in scripts))
    return folder


@pytest.mark.parametrize("scripts", [[], [""], ["/sw.js"], ["", "/sw.js"]])
def test_existing_scripts(tmp_path: Path, scripts: list[str]) -> None:
    registrations.check(site(tmp_path, *scripts))


def test_a_missing_script_fails_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as failure:
        registrations.check(site(tmp_path, "/sw.js", "/lab/worker.js"))
    assert str(failure.value) == (
        'lab/page.html has worker(register="/lab/worker.js"), but the site has no file /lab/worker.js: '
        "put it into assets/."
    )


def test_every_page_registers_the_site_s_worker_by_default(built: None) -> None:
    pages = [page for page in SITE.rglob("*.html") if page.parent.name != "errors"]
    marks = {page.name: registrations.MARK.findall(page.read_text()) for page in pages}
    assert marks and {name: found for name, found in marks.items() if found != [SCRIPT]} == {}
