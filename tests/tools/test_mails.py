from pathlib import Path

from app.i18n import LANGUAGES
from tools import mails


def test_each_mail_is_written_as_message_and_page(tmp_path: Path) -> None:
    mails.write(tmp_path)
    names = {sample.name for sample in mails.samples()}
    assert {file.stem for file in tmp_path.glob("*.eml")} == {file.stem for file in tmp_path.glob("*.html")} == names
    assert {f"booked-{language.code}" for language in LANGUAGES} <= names
    assert {"voucher-sent-cs", "studio-voucher-to-print"} <= names
    order = (tmp_path / "voucher-order-cs.html").read_text()
    assert order.count("data:image/png") == 2 and "cid:" not in order
    assert "<h1" in (tmp_path / "booked-cs.html").read_text()
