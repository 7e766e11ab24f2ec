import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

import httpx
import pytest

from app.content.people import PEOPLE
from app.content.studio import STUDIO
from app.folders import ROOT
from tests.fakes.loopback import free_port
from tests.support.inquiries import post
from tests.support.members_site import session_cookies

pytestmark = pytest.mark.nightly


def read_until(printed: IO[str], text: str) -> None:
    assert any(text in line for line in printed), text


def test_sign_in_and_mail_work(built: None, tmp_path: Path) -> None:
    port = free_port()
    own = {"HOST": "127.0.0.1", "PORT": str(port), "DATA_DIR": str(tmp_path)}
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
        output = demo.stdout.readline()
        [fake] = re.findall(r"Patreon is a fake, (\S+)\. Open", output)
        assert f"http://127.0.0.1:{port}/patreon and sign in as: proof, edition" in output
        assert f"Mail of http://127.0.0.1:{port}/inquiry is printed here." in demo.stdout.readline()
        assert f"http://127.0.0.1:{port}/desk/sign-in." in demo.stdout.readline()
        assert f"Studio Otisk: http://127.0.0.1:{port}" in demo.stdout.readline()
        assert session_cookies(f"http://127.0.0.1:{port}", fake, "proof")["session"]
        assert post(f"http://127.0.0.1:{port}/inquiries").status_code == 201
        read_until(demo.stdout, "To: studio@otisk.test")
        read_until(demo.stdout, "To: jana@example.com")
        read_until(demo.stdout, PEOPLE[0].first_name)
        read_until(demo.stdout, STUDIO.phone)
    finally:
        demo.terminate()
        output, _ = demo.communicate(timeout=30)
    assert (demo.returncode, output.strip()) == (0, "")
    assert [*tmp_path.iterdir()] == [], "the demo has used the site's data"
    for gone in (fake, f"http://127.0.0.1:{port}"):
        with pytest.raises(httpx.ConnectError):
            httpx.get(gone, trust_env=False)
