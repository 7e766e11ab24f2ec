import json
import subprocess
import sys
from typing import Any

import pytest

from app.i18n import LANGUAGES
from app.i18n.messages import po_file
from tests.support.project_copy import add_language, copy_sources, link_prepared

LINE = 'Language("sk", "sk-SK", "Slovenčina", complete=False, public=False)'
SCRIPT = """
import json
import re
from pathlib import Path
from app.components.head import Meta, head
from app.components.language_switch import language_switch
from app.i18n import LANGUAGES, _, use
from app.i18n.detection import detect
from app.routes import indexed_pattern, match, places
from app.server.security_txt import security_txt
from app.settings import settings
from app.structured_data import graph
from builder import precache, publish
from pwa.worker.cache_rules import CACHE_RULES

site = Path("precached_site")
for code in ("en", "sk"):
    for name in (f"{code}/studio-otisk.vcf", f"{code}/manifest.webmanifest", f"_i18n/1a/{code}/messages.json"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).touch()
paths = ["/about", "/en", "/en/about", "/sk", "/sk/about"]
scripts = [f"static/chunks/pages/{page}-1a.js" for page in ("en", "en/about", "sk", "sk/about", "skills")]
own = next(place for place in places() if place.name == "about-sk")
other = next(place for place in places() if place.name == "about-en")
def rendered(place):
    with use(place.language):
        return " ".join(str(tag) for tag in head(Meta(_("Contact"), _("Contact")), place))
print(json.dumps({
    "paths": [place.path for place in places() if place.language.code == "sk"],
    "is_found": bool(match("/sk/about")),
    "own_head": rendered(own),
    "other_head": rendered(other),
    "own_switch": str(language_switch(own)),
    "other_switch": str(language_switch(other)),
    "items": len(graph(own)),
    "published": publish.public_files(),
    "precached": [path for path, _file in precache._pages()],
    "files": [path for path, _file in precache._other_files(site)],
    "scripts": [path for path in scripts if not re.search("|".join(CACHE_RULES["code"]["exclude"]), path)],
    "counted": [path for path in paths if re.search(indexed_pattern(), path)],
    "detected": [detect(cookie, accepted, "cs").code for cookie, accepted in [("sk", None), (None, "sk-SK, en;q=0.5")]],
    "security": security_txt(settings()).body.decode(),
}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("unpublished") / "project"
    copy_sources(folder)
    link_prepared(folder, [".web/placeholders"])
    add_language(folder, LINE)
    file = po_file("sk", folder / "locales")
    file.parent.mkdir(parents=True)
    file.write_text('msgid "Contact"\nmsgstr "Kontakt"\n')
    ran = subprocess.run([sys.executable, "-c", SCRIPT], cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_its_pages_exist_and_are_not_indexed(found: Any) -> None:
    assert "/sk/about" in found["paths"] and found["is_found"]
    assert "noindex" in found["own_head"] and found["items"] == 0
    assert "noindex" not in found["other_head"]


def test_its_pages_link_to_the_public_languages(found: Any) -> None:
    for language in LANGUAGES:
        assert f'href:"{language.prefix}/about"' in found["own_switch"]


def test_nothing_leads_to_it(found: Any) -> None:
    assert "Sloven" not in found["other_switch"] and "/sk" not in found["other_head"]
    texts = {name: text for name, text in found["published"].items() if name.endswith(("sitemap.xml", "robots.txt"))}
    assert len(texts) == len(LANGUAGES) + 1
    assert [name for name, text in texts.items() if "Sitemap: " in text and "/sk/sitemap" in text] == []
    assert [name for name, text in texts.items() if "<loc>" in text and "/sk" in text] == []
    assert "sk" not in found["security"].split("Preferred-Languages: ")[1].splitlines()[0]
    assert found["detected"] == ["cs", "en"]
    assert found["precached"] and [path for path in found["precached"] if path.startswith("/sk")] == []


def test_visitors_do_not_download_it(found: Any) -> None:
    assert len(found["files"]) == 3 and [path for path in found["files"] if "/sk/" in path] == []
    assert found["scripts"] == [f"static/chunks/pages/{page}-1a.js" for page in ("en", "en/about", "skills")]


def test_its_visits_are_not_counted(found: Any) -> None:
    assert found["counted"] == ["/about", "/en", "/en/about"]
