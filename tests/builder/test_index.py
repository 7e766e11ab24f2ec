from pathlib import Path

from app.http.export import SHOWN, Export
from builder.index import write_index
from tests.support.small_site import lay_out


def test_only_pages_of_the_site_lose_their_ending(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "site", "about.html")
    own = root / "google[1].html"
    own.write_text("google-site-verification: google[1].html")
    write_index(root, "build-1", {own})
    export = Export.load(root)
    assert export.resources.keys() == {"/about", "/google[1].html"} and not export.templates
    assert export.settings.keys() == SHOWN.keys() and export.settings["has_card_payments"] is False
