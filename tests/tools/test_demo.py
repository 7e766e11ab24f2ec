"""`make demo`: the site, and a Patreon to sign in at."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from cryptography.fernet import Fernet

from app.settings import ROOT
from tests.fakes.loopback import free_port
from tests.support.club import signed_in


def test_signing_in(built: None, tmp_path: Path) -> None:
    port = free_port()
    own = {
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "SESSION_KEYS": Fernet.generate_key().decode(),
        "DATABASE_FILE": str(tmp_path / "site.db"),
    }
    demo = subprocess.Popen(
        [sys.executable, "-m", "tools.demo"],
        cwd=ROOT,
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert demo.stdout
        said = demo.stdout.readline()
        [fake] = re.findall(r"Patreon is a fake, (\S+)\. Open", said)
        assert f"http://127.0.0.1:{port}/patreon and sign in as: proof, edition" in said
        assert f"Studio Otisk: http://127.0.0.1:{port}" in demo.stdout.readline()
        assert signed_in(f"http://127.0.0.1:{port}", fake, "proof")["session"]
    finally:
        demo.terminate()
        said, _ = demo.communicate(timeout=30)
    assert (demo.returncode, said) == (0, "")
    for gone in (fake, f"http://127.0.0.1:{port}"):
        with pytest.raises(httpx.ConnectError):
            httpx.get(gone, trust_env=False)
