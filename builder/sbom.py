"""Writes the list of packages in a release (CycloneDX). The list depends only on the lock files."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from app.folders import ROOT

FILE = "sbom.cdx.json"
REQUIREMENTS = ROOT / "requirements.txt"
PACKAGE_LOCK = ROOT / "pwa/package-lock.json"
NAME = "studio-otisk"
_PINNED = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)


def document(build_id: str) -> str:
    # If a package has two entries, the one without the scope "excluded" comes last and wins.
    excluded_first = sorted((*_python(), *_npm()), key=lambda each: "scope" not in each)
    components = {each["purl"]: each for each in excluded_first}
    return json.dumps(
        {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {
                "component": {"type": "application", "name": NAME, "version": build_id, "bom-ref": NAME},
            },
            "components": [components[purl] for purl in sorted(components)],
        },
        indent=1,
    )


def _python() -> Iterator[dict[str, Any]]:
    for name, version in _PINNED.findall(REQUIREMENTS.read_text()):
        yield _component("pypi", re.sub(r"[-_.]+", "-", name).lower(), version)


def _npm() -> Iterator[dict[str, Any]]:
    for path, package in json.loads(PACKAGE_LOCK.read_text())["packages"].items():
        if not path or package.get("link"):
            continue
        component = _component("npm", path.rpartition("node_modules/")[2], package["version"])
        if package.get("dev"):
            component["scope"] = "excluded"
        if license := package.get("license"):
            component["licenses"] = [{"license": {"name": license}}]
        algorithm, _, digest = package.get("integrity", "").partition("-")
        if algorithm == "sha512":
            component["hashes"] = [{"alg": "SHA-512", "content": b64decode(digest).hex()}]
        yield component


def _component(kind: str, name: str, version: str) -> dict[str, Any]:
    purl = f"pkg:{kind}/{quote(name, safe='/')}@{quote(version)}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
