import json
import re
from pathlib import Path

import pytest

from app.folders import ROOT
from builder import sbom
from builder.inputs import DIST
from tests.support.builds import build_id


def purls() -> set[str]:
    return {each["purl"] for each in json.loads(sbom.document("1"))["components"]}


@pytest.mark.nightly
def test_the_document_follows_the_schema() -> None:
    from cyclonedx.schema import SchemaVersion  # imported late, because the import takes seconds
    from cyclonedx.validation.json import JsonStrictValidator

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(sbom.document("1")) is None


def test_every_locked_package_is_listed_once() -> None:
    python = re.findall(r"^(\S+)==([^\s;]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    lock = json.loads((ROOT / "pwa/package-lock.json").read_text())["packages"]
    npm = {(path.rpartition("node_modules/")[2], each["version"]) for path, each in lock.items() if path}
    found = purls()
    assert len(found) == len(set(python)) + len(npm) > 300
    assert {"pkg:pypi/reflex@0.7.14", "pkg:npm/next@" + lock["node_modules/next"]["version"]} <= found
    assert any(purl.startswith("pkg:npm/%40sentry/react@") for purl in found)


def scopes() -> dict[str, str | None]:
    return {each["name"]: each.get("scope") for each in json.loads(sbom.document("1"))["components"]}


def test_only_packages_of_tools_are_excluded() -> None:
    found = scopes()
    code = "\n".join(file.read_text() for file in (ROOT / "pwa/worker").glob("*.js"))
    imported = set(re.findall(r'^import .* from "([\w-]+)', code, re.MULTILINE))
    assert imported and {name: found[name] for name in (*imported, "workbox-core", "idb") if found[name]} == {}
    assert found["eslint"] == "excluded"


@pytest.mark.parametrize("order", [1, -1])
def test_a_package_that_is_also_a_tool_is_included(order: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        ("node_modules/ink", {"version": "1.0.0"}),
        ("node_modules/a/node_modules/ink", {"version": "1.0.0", "dev": True}),
    ]
    lock = tmp_path / "package-lock.json"
    lock.write_text(json.dumps({"packages": dict(entries[::order])}))
    monkeypatch.setattr(sbom, "PACKAGE_LOCK", lock)
    assert scopes()["ink"] is None


def test_the_same_locks_give_the_same_bytes_without_a_time() -> None:
    text = sbom.document("1")
    assert text == sbom.document("1") and "timestamp" not in text and "serialNumber" not in text


def test_a_release_has_the_list_but_does_not_serve_it(built: None) -> None:
    assert (DIST / sbom.FILE).read_text() == sbom.document(build_id(DIST))
    assert not (DIST / "site" / sbom.FILE).exists()
