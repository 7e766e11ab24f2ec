from pathlib import Path

import pytest

from app.atomic import replacing


def test_the_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    with replacing(file) as part:
        part.write(b"after")
        assert file.read_text() == "before"
    assert file.read_text() == "after"
    assert file.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [file]


def test_a_failed_write_leaves_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    with pytest.raises(OSError, match="disk full"), replacing(file) as part:
        part.write(b"half")
        raise OSError("disk full")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
